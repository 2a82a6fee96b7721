import { assuranceLabel } from '@/lib/domain/issuer/assurance-label'
import { NO_WORDS, type OwnWords } from '@/lib/domain/issuer/own-words'
import { signedDomain } from '@/lib/service/issue/issue-certificates'
import { workingPool } from '@/lib/store/database/database'
import { type ListedIssuer, listStoredIssuers } from '@/lib/store/issuers/issuer-directory'
import { findOwnWords } from '@/lib/store/issuers/own-words'

/** An issuer as the operator sees it. */
interface IssuerSummary extends ListedIssuer {
  verifiedDomain: string
  assuranceLabel: string
  words: OwnWords
}

/** All issuers by name, with their standing and how far their domains can be relied on. */
export async function listIssuers(): Promise<IssuerSummary[]> {
  const issuers = await listStoredIssuers()
  const words = await findOwnWords(
    workingPool(),
    issuers.map(({ id }) => id),
  )
  return issuers.map((issuer) => ({
    ...issuer,
    verifiedDomain: signedDomain(issuer),
    assuranceLabel: assuranceLabel(issuer.domain, issuer),
    words: words.get(issuer.id) ?? NO_WORDS,
  }))
}
