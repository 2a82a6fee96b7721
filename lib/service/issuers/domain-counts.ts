import { workingPool } from '@/lib/store/database/database'
import { isIssuerSealed } from '@/lib/store/issuers/is-issuer-sealed'
import { findIssuerById } from '@/lib/store/issuers/issuers'

/** Whether an issuer's domain can be relied on now: verified or attested, in a row that this service wrote. */
export async function domainCounts(issuerId: string): Promise<boolean> {
  const issuer = await findIssuerById(workingPool(), issuerId)
  return (
    issuer !== null && isIssuerSealed(issuer) && (issuer.assurance === 'verified' || issuer.assurance === 'attested')
  )
}
