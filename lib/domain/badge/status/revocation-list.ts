import type { BadgeFinding } from '@/lib/domain/badge/finding'
import { makeFinding } from '@/lib/domain/badge/make-finding'
import { issuerIdOf } from '@/lib/domain/badge/proof/check-credential-signatures'
import { asArray } from '@/lib/domain/badge/read/as-array'
import { parseJsonObject } from '@/lib/domain/badge/read/parse-json-object'

/**
 * Looks a credential up in a 1EdTech Revocation List (1EdTech Revocation List Status Method 1.0): a plain JSON document
 * of the issuer, `{ id, issuer, revokedCredential: [{ id, revoked, revocationReason }] }`. It is not signed: what vouches
 * for it is that the signed credential names its https address.
 * @returns what is wrong; nothing when the list is the issuer's and does not name the credential
 */
export function readRevocationList(
  bytes: Uint8Array,
  credential: Record<string, unknown>,
  path: string,
): BadgeFinding[] {
  const list = parseJsonObject(bytes)
  if (list === null) return [makeFinding('status_list_malformed', path, 'not a JSON object')]
  const issuer = issuerIdOf(list)
  if (issuer === null || issuer !== issuerIdOf(credential)) {
    return [makeFinding('status_list_malformed', path, 'the list is of another issuer')]
  }
  const revoked = list.revokedCredential
  if (!Array.isArray(revoked)) return [makeFinding('status_list_malformed', path, 'no revokedCredential')]
  const named = revoked.some((entry: unknown) => isRevoked(entry, credential.id))
  return named ? [makeFinding('revoked', path)] : []
}

/** Named is revoked, unless the entry says otherwise: an entry that cannot be read must not clear anybody. */
function isRevoked(entry: unknown, id: unknown): boolean {
  if (typeof entry === 'string') return entry === id
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return false
  const fields = entry as Record<string, unknown>
  return asArray(fields.id).includes(id) && fields.revoked !== false
}
