import { requireOwnKey } from '@/lib/service/keys/is-under-another-key'
import { transaction } from '@/lib/store/database/database'
import { hasUntoldReports, takeUntoldReports } from '@/lib/store/webhooks/untold-reports'
import { announce } from './announce'

/**
 * Queues reports of visitors for the webhooks of their issuers. A process of the desk does it, for those who take a report
 * read no table of the desk.
 * @throws ServiceError `unavailable` as `requireOwnKey`: then they wait
 */
export async function announceReports(): Promise<void> {
  if (!(await hasUntoldReports())) return
  // Under the key of before `certs rekey` nobody’s webhooks count, and nobody would ever be told.
  await requireOwnKey()
  await transaction(async (tx) => {
    for (const { issuerId, certificateId, kind, serial, createdAt } of await takeUntoldReports(tx)) {
      if (serial === null) continue
      const told = { certificateId, at: createdAt, data: { serial, kind } }
      await announce(tx, issuerId, [{ kind: 'report.received', ...told }])
    }
  })
}
