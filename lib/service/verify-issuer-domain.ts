import { cleanText } from '@/lib/domain/clean-text'
import { ServiceError } from '@/lib/errors'
import { resolveTxt } from '@/lib/net/resolve-txt'
import { setAssurance } from '@/lib/store/issuer-directory'
import type { StoredIssuer } from '@/lib/store/issuers'
import { getIssuer } from './get-issuer'

/** The TXT record by which the holder of a domain shows that an issuer is theirs. */
export function domainRecord(issuer: Pick<StoredIssuer, 'domain' | 'did'>): { name: string; value: string } {
  return { name: `_certificate-verification.${issuer.domain}`, value: `issuer=${issuer.did}` }
}

/**
 * Verifies an issuer's domain by its TXT record, or lets the operator vouch for it (definitions.md part 11).
 * Certificates carry the domain from then on.
 * @param attestation how the operator saw that the domain is the issuer's, or null to ask DNS
 * @throws ServiceError `not_found`; `malformed` when the record is not there, with what to publish; `unavailable` when
 *   no name server answered
 */
export async function verifyIssuerDomain(slug: string, attestation: string | null): Promise<StoredIssuer> {
  const issuer = await getIssuer(slug)
  if (attestation !== null) {
    const note = cleanText(attestation, { field: 'The attestation', maxLength: 1000, required: true })
    if (!note.ok) throw new ServiceError('malformed', note.reason)
    await setAssurance(issuer.id, 'attested', note.text)
    return { ...issuer, assurance: 'attested' }
  }
  const record = domainRecord(issuer)
  if (!(await publishedRecords(record.name)).includes(record.value)) {
    throw new ServiceError(
      'malformed',
      `No TXT record was found. Publish this one and try again: ${record.name} TXT "${record.value}"`,
    )
  }
  await setAssurance(issuer.id, 'verified', null)
  return { ...issuer, assurance: 'verified' }
}

async function publishedRecords(name: string): Promise<string[]> {
  try {
    return await resolveTxt(name)
  } catch (cause) {
    throw new ServiceError('unavailable', 'No name server answered, so the domain could not be checked.', { cause })
  }
}
