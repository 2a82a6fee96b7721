import { setTimeout as sleep } from 'node:timers/promises'
import { env } from '@/lib/env'
import { ServiceError } from '@/lib/errors'
import { log } from '@/lib/log'
import { rememberBaseUrl } from '@/lib/service/remember-base-url'
import { prepareStore } from '@/lib/store/prepare-store'
import type { PageHandler } from './next-page'
import { listenForStop } from './stop-request'

/** The listener gives requests in flight ten seconds; this is for a listener that hangs. */
const CLOSE_MS = 12_000

/**
 * Runs the service until it is asked to stop: database, migrations, example data where asked for, listener; then
 * takes them down in the reverse order: after SIGTERM it serves on for `DRAIN_SECONDS`, no longer ready, and then waits
 * ten seconds at most for requests in flight.
 * @param options.dev serves pages from their sources, for development
 * @param options.demo makes the example data first
 * @param options.pages stands in for Next, which is not started then
 * @returns the exit code of the process
 * @throws ServiceError or Error what stopped the start; everything started before is stopped again
 */
export async function serve(options: { dev: boolean; demo: boolean; pages?: PageHandler }): Promise<number> {
  const stop = listenForStop()
  const undo: (() => Promise<unknown>)[] = []
  try {
    const store = await prepareStore((sentence) => console.error(sentence))
    undo.push(store.release)
    // Loaded now and not when stopping: the Ctrl-C that stops us also stops the compiler that loads files.
    const { closeDatabase } = await import('@/lib/store/database')
    undo.push(closeDatabase)
    const { writeNotedLookups } = await import('@/lib/service/note-key-use')
    undo.push(writeNotedLookups)
    const { closeRenderPool } = await import('@/lib/render/render-certificate')
    undo.push(closeRenderPool)
    const { stopIssueRuns } = await import('@/lib/service/desk/start-issue-run')
    undo.push(stopIssueRuns)
    const { keepJournal } = await import('@/lib/service/journal/keep-journal')
    undo.push(await keepJournal())
    const { startDomainChecks } = await import('./daily-domain-checks')
    undo.push(startDomainChecks())
    const { keepHouse } = await import('@/lib/service/keep-house')
    undo.push(keepHouse())
    const before = await rememberBaseUrl()
    if (before !== null) {
      const change = { before, now: env().BASE_URL }
      log.warn(change, 'BASE_URL is another than at the last start: links change, outcomes do not')
    }
    if (options.demo && !stop.isRequested()) await (await import('@/cli/demo')).runDemo()
    if (stop.isRequested()) return await takeDown(undo)
    if (env().SMTP_URL !== undefined) {
      const { startMailWorker } = await import('@/lib/service/mail/mail-worker')
      const worker = startMailWorker()
      undo.push(() => Promise.race([worker.stop(), sleep(CLOSE_MS, undefined, { ref: false })]))
    }
    const server = await listen(options)
    let drainMs = 0
    undo.push(() => {
      const hang = sleep(drainMs + CLOSE_MS, undefined, { ref: false })
      return Promise.race([server.close(sleep(drainMs)), hang])
    })
    console.log(`Serving at http://localhost:${server.port}`)
    // Whoever presses Ctrl-C has no balancer that would have to notice.
    if ((await stop.requested) === 'SIGTERM') drainMs = env().DRAIN_SECONDS * 1000
    return await takeDown(undo)
  } catch (error) {
    await takeDown(undo)
    throw error
  }
}

async function listen(options: {
  dev: boolean
  pages?: PageHandler
}): ReturnType<typeof import('./listener').startServer> {
  const { startServer } = await import('./listener')
  try {
    return await startServer({ port: env().PORT, dev: options.dev, pages: options.pages })
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

/** @returns the exit code: 1 where something did not stop as it should; the rest is stopped all the same */
async function takeDown(undo: (() => Promise<unknown>)[]): Promise<number> {
  let code = 0
  for (let step = undo.pop(); step; step = undo.pop()) {
    try {
      await step()
    } catch (error) {
      log.error({ err: error }, 'stopping failed')
      code = 1
    }
  }
  return code
}
