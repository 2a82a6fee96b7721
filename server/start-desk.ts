import { stopIssueRuns } from '@/lib/service/desk/issue/issue-turns'
import { tendJournal } from '@/lib/service/journal/tend-journal'
import { keepLog } from '@/lib/service/log/keep-log'
import { keepTellingOwners } from '@/lib/service/log/tell-owners'
import { keepHouse } from '@/lib/service/operation/keep-house'
import { writeNotedReadings } from '@/lib/service/operation/write-noted-readings'
import { startWebhookWorker } from '@/lib/service/webhooks/webhook-worker'
import { startDomainChecks } from './daily-domain-checks'
import { type StartedParts, withinCloseTime } from './started-parts'

/** Starts what only a process of the desk does: whatever changes more than counts, the public log, and what
 * issuers' programs are told. */
export function startDesk(parts: StartedParts): void {
  parts.add(writeNotedReadings)
  parts.add(() => withinCloseTime(stopIssueRuns()))
  tendJournal()
  const stopLog = keepLog()
  parts.add(() => withinCloseTime(stopLog()))
  const stopTelling = keepTellingOwners()
  parts.add(() => withinCloseTime(stopTelling()))
  parts.add(startDomainChecks())
  parts.add(keepHouse())
  const stopWebhooks = startWebhookWorker()
  parts.add(() => withinCloseTime(stopWebhooks()))
}
