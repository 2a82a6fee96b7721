import { type DesignContent, designContent, type StoredPicture } from '@/lib/contract/design/design'
import { findErasedPictures } from '@/lib/store/designs/designs'
import type { Querying } from '@/lib/store/keys/sealed-rows'

/**
 * What a stored version says, without the pictures of signatures that were erased since: versions themselves are never changed.
 * @param content as it is stored
 */
export async function storedContent(db: Querying, issuerId: string, content: string): Promise<DesignContent> {
  const design = designContent.parse(JSON.parse(content))
  const erased = await findErasedPictures(db, issuerId)
  const left = (picture: StoredPicture | null) => (picture && erased.has(picture.sha256) ? null : picture)
  return { ...design, signatories: design.signatories.map((one) => ({ ...one, picture: left(one.picture) })) }
}
