import { canonicalJson } from '@/lib/crypto/encoding/canonical-json'
import { sha256Hex } from '@/lib/crypto/encoding/sha256'
import { ServiceError } from '@/lib/errors'
import { findErasedPictures, findVersion, listDefaults } from '@/lib/store/designs/designs'
import type { Querying } from '@/lib/store/keys/sealed-rows'

/**
 * Everything beside its row that decides what a new certificate of an issuer looks like, as one hash: two equal ones
 * draw the same page (decision 65).
 * @param issuer its name, and the domain that it signs
 * @throws ServiceError `unavailable` when a row of a design fails its check
 */
export async function issuingLook(db: Querying, issuer: { id: string; name: string; domain: string }): Promise<string> {
  const designs: [string, string, number | null][] = []
  for (const { eventTitle, designId } of await listDefaults(db, issuer.id)) {
    const newest = await findVersion(db, designId, null)
    designs.push([eventTitle, designId, newest?.version ?? null])
  }
  // Versions stay, and are drawn without the pictures of signatures that were erased.
  const erased = [...(await findErasedPictures(db, issuer.id))].sort()
  return sha256Hex(canonicalJson({ name: issuer.name, domain: issuer.domain, designs, erased }))
}

/** The refusal to go on with a look that somebody has not seen. */
export function changedLook(): ServiceError {
  return new ServiceError(
    'malformed',
    'A design, the name or the domain of your organization was changed meanwhile. Look at the certificates again.',
  )
}
