import { setTimeout as sleep } from 'node:timers/promises'
import { log } from '@/lib/log'
import { workingPool } from '@/lib/store/database/database'
import { compareLeaves } from '@/lib/store/log/compare-leaves'
import { noteMissingLeaves } from '@/lib/store/log/complete-log'
import { findLogKeys, openVrfKey } from '@/lib/store/log/keys/log-keys'

/** New leaves are compared so often, in milliseconds; all of them at the start and once a day. */
const NEW_MS = 15_000
const ALL_MS = 24 * 3600 * 1000
/** Between two pages of a whole comparison. */
const PAUSE_MS = 20

/**
 * Compares what the database has of the log with what was published. A tag that the database lacks makes its certificate
 * undetermined in this process, wherever else its entry was taken out.
 * @param from where to begin: 0 compares all
 * @returns where the next comparison may begin
 */
export async function compareLog(from: number): Promise<number> {
  const between = from === 0 ? () => sleep(PAUSE_MS) : undefined
  const { to, missing, differing } = await compareLeaves(workingPool(), from, between)
  if (differing > 0) log.error({ leaves: differing }, 'the database lacks leaves of the published log')
  if (from === 0 || missing.length > 0) {
    const vrfKey = missing.length > 0 ? await openVrfKey(await findLogKeys(workingPool())) : null
    noteMissingLeaves({ leaves: missing, vrfKey, isAll: from === 0 })
  }
  return to
}

/** @returns ends it */
export function keepComparing(): () => Promise<void> {
  const stopping = new AbortController()
  const ended = run(stopping.signal)
  return () => {
    stopping.abort()
    return ended
  }
}

async function run(signal: AbortSignal): Promise<void> {
  let from = 0
  let wholeAt = Date.now()
  while (!signal.aborted) {
    if (Date.now() - wholeAt >= ALL_MS) {
      from = 0
      wholeAt = Date.now()
    }
    try {
      from = await compareLog(from)
    } catch (error) {
      log.warn({ err: error }, 'the database could not be compared with the public log')
    }
    await sleep(NEW_MS, undefined, { signal }).catch(() => undefined)
  }
}
