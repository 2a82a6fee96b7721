import type { DesignContent, StoredPicture } from '@/lib/contract/design/design'
import type { WornDesign } from '@/lib/domain/design/worn-design'
import { undetermined } from '@/lib/errors'
import type { PageDesign, PagePicture } from '@/lib/render/certificate/page-design'
import { openFile } from '@/lib/service/files/read-file'
import { findDesignById, findVersion, listDefaults } from '@/lib/store/designs/designs'
import type { Querying } from '@/lib/store/keys/sealed-rows'
import type { CheckedDesign } from './checked-design'
import { storedContent } from './stored-content'

/** A version of a design, ready to be set. */
export interface DesignToWear extends WornDesign {
  page: PageDesign
}

/**
 * The design that an issuer's new certificates of an event wear: that of the event, else that of the issuer.
 * @returns null for the service's own page
 * @throws ServiceError `unavailable` when a row or a picture fails its check: nothing is issued in another design
 */
export async function designToWear(db: Querying, issuerId: string, eventTitle: string): Promise<DesignToWear | null> {
  const defaults = await listDefaults(db, issuerId)
  const chosen = ['', eventTitle]
    .map((title) => defaults.find((one) => one.eventTitle === title))
    .findLast((one) => one)
  return chosen ? getDesign(db, issuerId, chosen.designId, null) : null
}

/**
 * The version of a design that an earlier certificate wears, for one that takes its place.
 * @param worn null for the service's own page
 * @throws ServiceError as above
 */
export async function sameDesign(
  db: Querying,
  issuerId: string,
  worn: WornDesign | null,
): Promise<DesignToWear | null> {
  return worn && getDesign(db, issuerId, worn.id, worn.version)
}

async function getDesign(db: Querying, issuerId: string, id: string, version: number | null): Promise<DesignToWear> {
  const design = await findDesignById(db, issuerId, id)
  const found = design && (await findVersion(db, id, version))
  if (!found) throw undetermined('a design that is to be worn is missing')
  const content = await storedContent(db, issuerId, found.content)
  return { id, version: found.version, page: await pageDesign(content) }
}

/** A design with the bytes of its pictures, out of the file store. */
export function pageDesign(content: DesignContent): Promise<PageDesign> {
  return withPictures(content, openFile)
}

/** The same of one that is not stored. */
export function readPageDesign({ content, pictures }: CheckedDesign): Promise<PageDesign> {
  const known = new Map(pictures.map(({ sha256, bytes }) => [sha256, bytes]))
  return withPictures(content, (sha256) => Promise.resolve(known.get(sha256) ?? new Uint8Array()))
}

async function withPictures(
  content: DesignContent,
  open: (sha256: string) => Promise<Uint8Array>,
): Promise<PageDesign> {
  const picture = async (stored: StoredPicture | null): Promise<PagePicture | null> =>
    stored && { bytes: await open(stored.sha256), mediaType: stored.mediaType }
  const { logo, background, signatories, ...rest } = content
  const ground = background && (await picture(background.picture))
  return {
    ...rest,
    logo: await picture(logo),
    background: background && ground && { picture: ground, use: background.use },
    signatories: await Promise.all(signatories.map(async (one) => ({ ...one, picture: await picture(one.picture) }))),
  }
}
