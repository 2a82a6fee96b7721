import { announcePeers } from './lib/http/limits/announced-peer'
import { loadReach } from './lib/http/limits/reach'
import { env } from '@/lib/env'
import { prepareValidation } from './lib/service/badges/prepare-validation'
import { rateCounter } from './lib/store/limits/open-rate-counter'
import { StartedParts } from './server/started-parts'
import { startParts } from './server/start-parts'

/**
 * Puts up all that serves where Next's own server listens (`next dev`, `next start`): database and migrations, journal,
 * counter. Next ends the process itself, so that what must be put down is put down when it asks for it to stop.
 * @throws ServiceError or Error what stops the start
 */
export async function startUnderNext(): Promise<void> {
  announcePeers()
  const parts = new StartedParts()
  await startParts(parts)
  await loadReach(env())
  await rateCounter().start()
  parts.add(() => rateCounter().close())
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void parts.takeDown())
  void prepareValidation()
}
