import { stopIssueRuns } from '@/lib/service/desk/issue/issue-turns'
import { tendJournal } from '@/lib/service/journal/tend-journal'
import { keepLog } from '@/lib/service/log/keep-log'
import { keepTellingOwners } from '@/lib/service/log/tell-owners'
import { keepHouse } from '@/lib/service/operation/keep-house'
import { writeNotedReadings } from '@/lib/service/operation/write-noted-readings'
import { startWebhookWorker } from '@/lib/service/webhooks/webhook-worker'
import { startDomainChecks } from './daily-domain-checks'
import type { StartedParts } from './started-parts'

/** Starts what only a process of the desk does: whatever changes more than counts, the public log, and what
 * issuers' programs are told. */
export function startDesk(parts: StartedParts): void {
  parts.add('ground', writeNotedReadings)
  parts.add('work', stopIssueRuns)
  tendJournal()
  // Requests in flight and issue runs wait until it has published what they changed.
  parts.add('ground', keepLog())
  parts.add('work', keepTellingOwners())
  parts.add('work', startDomainChecks())
  parts.add('work', keepHouse())
  parts.add('work', startWebhookWorker())
}
