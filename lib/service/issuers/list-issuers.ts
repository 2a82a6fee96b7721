import { assuranceLabel } from '@/lib/domain/issuer/assurance-label'
import { signedDomain } from '@/lib/service/issue/issue-certificates'
import { type ListedIssuer, listStoredIssuers } from '@/lib/store/issuers/issuer-directory'

/** An issuer as the operator sees it. */
interface IssuerSummary extends ListedIssuer {
  verifiedDomain: string
  assuranceLabel: string
}

/** All issuers by name, with their standing and how far their domains can be relied on. */
export async function listIssuers(): Promise<IssuerSummary[]> {
  const issuers = await listStoredIssuers()
  return issuers.map((issuer) => ({
    ...issuer,
    verifiedDomain: signedDomain(issuer),
    assuranceLabel: assuranceLabel(issuer.domain, issuer),
  }))
}
