import { setTimeout as sleep } from 'node:timers/promises'
import { env } from '@/lib/env'
import { ServiceError } from '@/lib/errors'
import { log } from '@/lib/log'
import { rememberBaseUrl } from '@/lib/service/operation/remember-base-url'
import type { StartedServer } from './exchange/listener'
import { startParts } from './start-parts'
import { StartedParts } from './started-parts'
import { listenForStop } from './connection/stop-request'

/** The listener gives requests in flight ten seconds; this is for what hangs. */
const CLOSE_MS = 12_000

/**
 * Runs the service until it is asked to stop: database, migrations, example data where asked for, listener; then
 * takes them down in the reverse order: after SIGTERM it serves on for `DRAIN_SECONDS`, no longer ready, and then waits
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
    await tellOfAnotherBaseUrl()
    if (options.demo && !stop.isRequested()) await (await import('@/cli/demo')).runDemo()
    if (stop.isRequested()) return await parts.takeDown()
    if (env().SMTP_URL !== undefined) await startMail(parts)
    const server = await listen()
    let drainMs = 0
    parts.add(() => withinCloseTime(server.close(sleep(drainMs)), drainMs))
    console.log(`Serving at http://localhost:${server.port}`)
    const broken = server.loaded.then(() => stop.requested)
    // Whoever presses Ctrl-C has no balancer that would have to notice.
    if ((await Promise.race([stop.requested, broken])) === 'SIGTERM') drainMs = env().DRAIN_SECONDS * 1000
    return await parts.takeDown()
  } catch (error) {
    await parts.takeDown()
    throw error
  }
}

async function tellOfAnotherBaseUrl(): Promise<void> {
  const before = await rememberBaseUrl()
  if (before === null) return
  log.warn({ before, now: env().BASE_URL }, 'BASE_URL is another than at the last start: links change, outcomes do not')
}

async function startMail(parts: StartedParts): Promise<void> {
  const { startMailWorker } = await import('@/lib/service/mail/mail-worker')
  const worker = startMailWorker()
  parts.add(() => withinCloseTime(worker.stop()))
}

/** Settles when `stopping` does, or when it hangs. */
function withinCloseTime(stopping: Promise<unknown>, drainMs = 0): Promise<unknown> {
  return Promise.race([stopping, sleep(drainMs + CLOSE_MS, undefined, { ref: false })])
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
