import { log } from '@/lib/log'
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
export function startDomainChecks({ firstMs, everyMs } = PACE): () => Promise<void> {
  const stop = new AbortController()
  let running: Promise<void> = Promise.resolve()
  const tick = () => {
    running = running.then(async () => {
      if (stop.signal.aborted) return
      try {
        await recheckDomains(stop.signal)
      } catch (error) {
        log.warn({ err: error }, 'the domains of issuers could not be asked for again')
      }
    })
  }
  const first = setTimeout(tick, firstMs).unref()
  const timer = setInterval(tick, everyMs).unref()
  return () => {
    stop.abort()
    clearTimeout(first)
    clearInterval(timer)
    return running
  }
}
