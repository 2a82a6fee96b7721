import { checkStatusHistory } from '@/lib/domain/certificate/status-change'
import { STATUS_LIST_LENGTH } from '@/lib/domain/certificate/status-index'
import { undetermined } from '@/lib/errors'
import { currentSignatures } from '@/lib/service/check/current-signatures'
import type { StoredStatusList } from '@/lib/store/evidence/status-changes'

/**
 * What the signed history sets, and what a status column says beyond it: a column can only ever take a certificate's
 * good standing away, never give it back.
 * @throws ServiceError `unavailable` when the history fails its check, the database's clock is behind it, or the list is not what it
 *   was when its certificates were issued
 */
export async function trustedIndexes(list: StoredStatusList): Promise<number[]> {
  const signatures = await currentSignatures()
  const history = { listId: list.id, entries: list.entries, last: list.last }
  const result = checkStatusHistory(history, (signed, bytes, hash) => signatures.event(signed, bytes, hash))
  if (result !== 'passed') throw undetermined(`the history of the status list ${list.id} fails its check: ${result}`)
  // Another one would be too short for whoever checks it, or too large to be made.
  if (list.length !== STATUS_LIST_LENGTH) throw undetermined(`the status list ${list.id} has another length`)
  if (list.hasForeign) throw undetermined(`the status list ${list.id} is that of two issuers`)
  if (list.entries.some(([, , at]) => at > list.now)) throw undetermined('the database clock is behind its events')
  return [...list.entries.map(([, statusIndex]) => statusIndex), ...list.columnIndexes]
}
