import { checkStatusHistory } from '@/lib/domain/certificate/status-change'
import { STATUS_LIST_LENGTH } from '@/lib/domain/certificate/status-index'
import { undetermined } from '@/lib/errors'
import { currentSignatures } from '@/lib/service/check/current-signatures'
import type { StoredStatusList } from '@/lib/store/evidence/status-changes'

/**
 * What the signed history sets. A status column that says more has no entry for it: either is somebody else's doing, and which of
 * them nobody can tell (docs/decisions/0132).
 * @throws ServiceError `unavailable` when the history fails its check or a column says more, the database's clock is behind it, or the
 *   list is not what it was when its certificates were issued
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
  const set = new Set(list.entries.map(([, statusIndex]) => statusIndex))
  if (!list.columnIndexes.every((statusIndex) => set.has(statusIndex)))
    throw undetermined(`a certificate of the status list ${list.id} is ended by its column alone`)
  return [...set]
}
