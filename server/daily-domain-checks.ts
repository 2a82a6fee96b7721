import { keepDoing } from '@/lib/keep-doing'
import { recheckDomains } from '@/lib/service/issuers/recheck-domains'

/**
 * Often enough for domains whose DNS did not answer. A domain that answered is due once a day, whichever process asks.
 */
const PACE = { firstMs: 60_000, everyMs: 60 * 60_000 }

/**
 * Asks again for the records of verified domains while the server runs.
 * @param pace when first, and how often from then on, in milliseconds
 * @returns stops it; resolves when nothing is being asked any more
 */
export function startDomainChecks(pace = PACE): () => Promise<void> {
  return keepDoing(recheckDomains, { ...pace, failed: 'the domains of issuers could not be asked for again' })
}
