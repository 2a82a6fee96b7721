import { setImmediate as turnOfOthers } from 'node:timers/promises'
import type { Evidence } from '@/lib/domain/history/evidence'
import { isKnownToLogAlone } from '@/lib/domain/history/judge-logged'
import { undetermined } from '@/lib/errors'
import { workingPool } from '@/lib/store/database/database'
import { readKeyEvidenceOn } from '@/lib/store/evidence/read-key-evidence'
import type { ImportSession } from '@/lib/store/records/import-session'
import { findMarkable, refuseRows } from '@/lib/store/records/staged-rows'

const AT_ONCE = 200

/**
 * Refuses staged rows whose serial is that of a certificate which the public log knows, and whose record is lost here: it stands in the
 * log once, so that no check of another one could ever be completed.
 * @throws ServiceError `unavailable` where that cannot be told
 */
export async function refuseLostSerials(session: ImportSession): Promise<void> {
  let evidence: Evidence | undefined
  for (let after = 0; ;) {
    const rows = await findMarkable(session, after, AT_ONCE)
    const last = rows.at(-1)
    if (!last) return
    after = last.line
    const lost: number[] = []
    for (const { line, serialKey } of rows) {
      if (serialKey === null) continue
      evidence ??= await readKeyEvidenceOn(workingPool(), null)
      const isKnown = isKnownToLogAlone(serialKey, evidence)
      if (isKnown === null) throw undetermined('which serials the public log knows alone cannot be told')
      if (isKnown) lost.push(line)
      // To look for one takes a millisecond.
      if (evidence.log?.missing) await turnOfOthers()
    }
    await refuseRows(session, lost, 'serial is not available')
  }
}
