import { checkStatusHistory } from '@/lib/domain/certificate/status-change'
import { STATUS_LIST_LENGTH } from '@/lib/domain/certificate/status-index'
import type { SignatureResult } from '@/lib/domain/history/event'
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
  const result = await checkEntries(list)
  if (result === 'failed') throw undetermined(`the history of the status list ${list.id} fails its check`)
  if (result === 'undetermined')
    throw undetermined(`the key of the service is missing that signed in the status list ${list.id}`)
  // Another one would be too short for whoever checks it, or too large to be made.
  if (list.length !== STATUS_LIST_LENGTH) throw undetermined(`the status list ${list.id} has another length`)
  if (list.hasForeign) throw undetermined(`the status list ${list.id} is that of two issuers`)
  if (list.entries.some(([, , at]) => at > list.now)) throw undetermined('the database clock is behind its events')
  return [...list.entries.map(([, statusIndex]) => statusIndex), ...list.columnIndexes]
}

/** Whether the entries of a list follow one another and the service signed each; undetermined where a key of it is missing. */
export async function checkEntries({ id, entries, last }: StoredStatusList): Promise<SignatureResult> {
  const signatures = await currentSignatures()
  return checkStatusHistory({ listId: id, entries, last }, (signed, bytes, hash) =>
    signatures.event(signed, bytes, hash),
  )
}
