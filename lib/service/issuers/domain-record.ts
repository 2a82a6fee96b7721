import type { DomainCheckResult } from '@/lib/domain/issuer/domain-check'
import { log } from '@/lib/log'
import { resolveTxt } from '@/lib/net/resolve-txt'
import type { StoredIssuer } from '@/lib/store/issuers/issuers'

/** The TXT record by which the holder of a domain shows that an issuer is theirs. */
export function domainRecord(issuer: Pick<StoredIssuer, 'domain' | 'did'>): { name: string; value: string } {
  return { name: `_certificate-verification.${issuer.domain}`, value: `issuer=${issuer.did}` }
}

/**
 * Asks DNS for an issuer's record.
 * @returns `absent` only when a name server answered and the record was not in the answer
 */
export async function askForRecord(issuer: Pick<StoredIssuer, 'slug' | 'domain' | 'did'>): Promise<DomainCheckResult> {
  const record = domainRecord(issuer)
  try {
    return (await resolveTxt(record.name)).includes(record.value) ? 'seen' : 'absent'
  } catch (error) {
    log.info({ issuer: issuer.slug, err: error }, 'no name server answered for the domain of an issuer')
    return 'unanswered'
  }
}
