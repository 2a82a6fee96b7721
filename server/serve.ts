import { setTimeout as sleep } from 'node:timers/promises'
import { env, hasRole } from '@/lib/env'
import { ServiceError } from '@/lib/errors'
import { beginShutdown } from '@/lib/http/operation/shutdown'
import { log } from '@/lib/log'
import { listenForStop } from './connection/stop-request'
import type { StartedServer } from './exchange/listener'
import { startParts } from './start-parts'
import { StartedParts } from './started-parts'

/**
 * Runs the service until it is asked to stop: database, migrations, example data where asked for, listener; then
 * takes them down (`StartedParts`): after SIGTERM it serves on for `DRAIN_SECONDS`, no longer ready, and then waits
 * ten seconds at most for requests in flight.
 * @param options.demo makes the example data first
 * @returns the exit code of the process
 * @throws ServiceError or Error what stopped the start; everything started before is stopped again
 */
export async function serve(options: { demo: boolean }): Promise<number> {
  const stop = listenForStop()
  const parts = new StartedParts()
  try {
    await startParts(parts)
    if (options.demo && !stop.isRequested()) await (await import('@/cli/demo')).runDemo()
    if (stop.isRequested()) return await parts.takeDown()
    const server = await listen()
    parts.add('work', server.close)
    await tellOfLackingRights()
    await tellOfAnotherBaseUrl()
    await tellOfNoIssuer()
    console.log(`Serving at http://localhost:${server.port}`)
    const broken = server.loaded.then(() => stop.requested)
    // Whoever presses Ctrl-C has no balancer that would have to notice.
    if ((await Promise.race([stop.requested, broken])) === 'SIGTERM') await drain()
    return await parts.takeDown()
  } catch (error) {
    await parts.takeDown()
    throw error
  }
}

/** Answers on, and says that it is not ready, until balancers have noticed. */
async function drain(): Promise<void> {
  beginShutdown()
  await sleep(env().DRAIN_SECONDS * 1000)
}

async function listen(): Promise<StartedServer> {
  const { startServer } = await import('./exchange/listener')
  try {
    return await startServer({ port: env().PORT })
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    if (code === 'EADDRINUSE') {
      throw new ServiceError('unavailable', `Port ${env().PORT} is in use: set PORT to another one.`, { cause })
    }
    if (code === 'EACCES') {
      throw new ServiceError(
        'unavailable',
        `This user may not listen on port ${env().PORT}: set PORT to one above 1023.`,
        { cause },
      )
    }
    throw cause
  }
}

/** What needs them is refused, and all else works: nobody would look for the reason here. */
async function tellOfLackingRights(): Promise<void> {
  const { lackingRights } = await import('@/lib/service/doctor/examine-rights')
  const lacking = await lackingRights()
  if (lacking !== null) log.warn(lacking)
}

async function tellOfAnotherBaseUrl(): Promise<void> {
  const { rememberBaseUrl } = await import('@/lib/service/operation/remember-base-url')
  const before = await rememberBaseUrl({ mayChange: hasRole('desk') })
  if (before === null) return
  log.warn({ before, now: env().BASE_URL }, 'BASE_URL is another than at the last start: links change, outcomes do not')
}

/** A service that is moved, and told of another folder or database than it had, begins with an empty one, where every serial is unknown. */
async function tellOfNoIssuer(): Promise<void> {
  const { isAnyIssuer } = await import('@/lib/store/issuers/issuer-directory')
  if (await isAnyIssuer()) return
  log.warn(
    { DATA_DIR: env().DATA_DIR },
    'this database has no issuer, and every serial is unknown; if certificates were issued before, ' +
      'DATABASE_URL, or DATA_DIR without it, leads to another database than theirs',
  )
}
