import { KEPT_AFTER_CLOSING, KEPT_AT_MOST } from '@/lib/domain/text/report'
import { env } from '@/lib/env'
import { Every } from '@/lib/every'
import { keepDoing } from '@/lib/keep-doing'
import { log } from '@/lib/log'
import { sweepErasedEnclosures } from '@/lib/service/erasure/sweep-enclosures'
import { transaction } from '@/lib/store/database/database'
import { deleteExpiredIssueRuns } from '@/lib/store/desk/issue-runs'
import { deleteExpiredSessions } from '@/lib/store/desk/sessions'
import { databaseTime } from '@/lib/store/evidence/event-log'
import { openFileStore } from '@/lib/store/files/file-store'
import { logFolder } from '@/lib/store/log/open-log-store'
import { sweepPartials } from '@/lib/store/log/sweep-partials'
import { forgetUnanswered } from '@/lib/store/mail/mail-settings'
import { forgetExpired } from '@/lib/store/records/expired-data'
import { emptyOldReports, forgetSenders } from '@/lib/store/records/report-keeping'
import { forgetWatchRequests } from '@/lib/store/watch/expired-watches'

const EVERY_MS = 10 * 60 * 1000

/**
 * Whether this process has looked at all erasures, as it does at its start. From then on it looks at those of the last
 * day.
 */
let sweptWhole = false

async function sweepEnclosures(): Promise<void> {
  await sweepErasedEnclosures(sweptWhole ? 1 : null)
  sweptWhole = true
}

const DAY_MS = 24 * 3600 * 1000
const partials = new Every(DAY_MS)

/** Once a day: a large log has many tiles to look at. A bucket keeps its partial tiles. */
async function sweepLog(): Promise<void> {
  const folder = logFolder()
  if (folder === null || !partials.isDue()) return
  await sweepPartials(folder, Date.now())
}

/** What is past its time. Each may run in several processes at once, and again at any moment. */
const TASKS: Record<string, () => Promise<unknown>> = {
  'files on their way to be issued': () => deleteExpiredIssueRuns(),
  sessions: deleteExpiredSessions,
  'addresses, links and mail': forgetExpired,
  'files that a crash left': async () => openFileStore('folder', env())?.sweep(),
  'what the journal encrypted of erased people': sweepEnclosures,
  'partial tiles of the public log': sweepLog,
  'where reports came from': forgetSenders,
  'requests to be told of changes': forgetWatchRequests,
  'addresses that were asked whether answers may go there': forgetUnanswered,
  'what reporters wrote': () => emptyOldReports({ afterClosing: KEPT_AFTER_CLOSING, atMost: KEPT_AT_MOST }),
}

/**
 * Clears away what is kept for a stated time only. What could not be done is done the next time.
 * @throws where nothing was, since the clocks disagree: what one that is far ahead takes away does not come back
 */
export async function clearAway(): Promise<void> {
  await transaction(databaseTime)
  for (const [what, task] of Object.entries(TASKS))
    await task().catch((error: unknown) => log.warn({ err: error, what }, 'what is past its time was not cleared away'))
}

/**
 * Clears away now, and every ten minutes from now on.
 * @returns ends it, once a turn that is under way is done
 */
export function keepHouse(): () => Promise<void> {
  return keepDoing(clearAway, { everyMs: EVERY_MS, failed: 'nothing that is past its time was cleared away' })
}
