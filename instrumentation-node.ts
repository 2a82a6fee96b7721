import { announcePeers } from '@/lib/http/announced-peer'
import { loadReach } from '@/lib/http/reach'
import { env } from '@/lib/env'
import { prepareValidation } from '@/lib/service/prepare-validation'
import { rateCounter } from '@/lib/store/open-rate-counter'
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
