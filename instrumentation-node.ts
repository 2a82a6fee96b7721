import { env } from '@/lib/env'
import { announcePeers } from './lib/http/limits/announced-peer'
import { loadReach } from './lib/http/limits/reach'
import { prepareValidation } from './lib/service/badges/prepare-validation'
import { rateCounter } from './lib/store/limits/open-rate-counter'
import { listenForStop } from './server/connection/stop-request'
import { startParts } from './server/start-parts'
import { StartedParts } from './server/started-parts'

/**
 * Puts up all that serves where Next's own server listens (`next dev`, `next start`): database and migrations, journal,
 * counter; and sees to it that all of it is put down before the process ends.
 * @throws ServiceError or Error what stops the start
 */
export async function startUnderNext(): Promise<void> {
  announcePeers()
  const parts = new StartedParts()
  takeDownBeforeExit(parts)
  await startParts(parts)
  await loadReach(env())
  await rateCounter().start()
  parts.add('work', () => rateCounter().close())
  void prepareValidation()
}

/**
 * At SIGINT and SIGTERM Next lets requests in flight finish and then calls `process.exit`, for which it waits for nobody:
 * so the process really exits only once the embedded database and everything else are down. A second signal does not
 * wait for the requests.
 */
function takeDownBeforeExit(parts: StartedParts): void {
  const exit = process.exit.bind(process)
  process.exit = ((code) => void parts.takeDown().finally(() => exit(code))) as typeof process.exit
  // Next knows no other request to stop.
  void listenForStop().requested.then((by) => {
    if (by === 'SIGHUP' || by === 'parent') process.kill(process.pid, 'SIGTERM')
  })
}
