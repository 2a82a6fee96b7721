import { healthShape } from '@/lib/contract/health'
import { ServiceError } from '@/lib/errors'
import { endpoint, type RouteHandler } from '@/lib/http/endpoint'
import { couldAnswer } from '@/lib/http/limits/capacity'
import { rateCounter } from '@/lib/store/limits/open-rate-counter'
import { isShuttingDown } from './shutdown'

/**
 * The handler of `/api/health/ready` (spec part 5): 503 only for the database, its clock, a pending migration, another key than
 * the database's, shutdown, and five seconds in which no check could have been answered; 200 with `degraded` while requests are not
 * counted in the store that was configured, mail cannot be sent, the signer or the journal does not answer, or an operator must see to
 * something before any check is answered: another process would answer none either, and the pages say why.
 * Not counted.
 * @param databaseReady whether the database answers and no migration is pending
 * @param mailHealthy whether the mail server could be used when it was last tried
 * @param signerThere whether whatever holds the keys answers
 * @param journalTroubles what stands in the way by the journal
 */
export function readiness(
  databaseReady: () => Promise<boolean>,
  mailHealthy: () => boolean,
  signerThere: () => Promise<boolean>,
  journalTroubles: () => string[],
): RouteHandler {
  return endpoint({ response: healthShape }, async () => {
    if (isShuttingDown()) throw new ServiceError('unavailable', 'The service is shutting down.')
    if (!couldAnswer()) throw new ServiceError('unavailable', 'No check could be answered for five seconds.')
    if (!(await databaseReady())) throw new ServiceError('unavailable', 'The database is not ready.')
    const degraded = [
      ...(rateCounter().healthy ? [] : ['rate_counter']),
      ...(mailHealthy() ? [] : ['mail']),
      ...((await signerThere()) ? [] : ['signer']),
      ...journalTroubles(),
    ]
    return { success: true as const, status: 'ok' as const, ...(degraded.length > 0 ? { degraded } : {}) }
  })
}
