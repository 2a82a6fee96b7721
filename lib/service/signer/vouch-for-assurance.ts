import { undetermined } from '@/lib/errors'
import { issuerMac } from '@/lib/service/issuers/issuer-seal'
import { workingPool } from '@/lib/store/database/database'
import { isIssuerSealed } from '@/lib/store/issuers/is-issuer-sealed'
import { findIssuerById } from '@/lib/store/issuers/issuers'
import { refused } from './refused'

/** What DNS says of a domain may change to. The operator's command alone makes a domain verified at first, or attested. */
const BY_DNS: readonly string[] = ['verified', 'lapsed']

/**
 * Vouches for an issuer's row with another assurance, by the signer's own reading of it: a domain that DNS verified lapses, or
 * comes back. Name, domain and DID stay what the operator wrote.
 * @returns the MAC of the row as it will be
 * @throws ServiceError `malformed` for any other change; `unavailable` where the row fails its check
 */
export async function vouchForAssurance(issuerId: string, assurance: 'verified' | 'lapsed'): Promise<string> {
  const issuer = await findIssuerById(workingPool(), issuerId)
  if (!issuer) throw undetermined('the issuer is not there')
  if (!isIssuerSealed(issuer)) throw undetermined('the record of the issuer fails its check')
  if (!BY_DNS.includes(issuer.assurance)) throw refused('the domain was not verified by its record')
  return issuerMac({ ...issuer, assurance })
}
