import type { ReceiptClaims } from '@/lib/contract/check/receipt'
import type { OverallStatus } from '@/lib/contract/check/verification'
import { undetermined } from '@/lib/errors'
import { readOnServingPool } from '@/lib/store/database/on-serving-pool'
import { servingGuard } from '@/lib/store/database/serving-guard'
import { findLogState } from '@/lib/store/log/log-state'

/** Nothing takes these away again. */
const ENDED: readonly OverallStatus[] = ['withdrawn', 'superseded']

/**
 * A receipt that we signed may know more than what stands here: then this is an older state of the service, such as a snapshot of its machine.
 * @param logs what the receipt says of the public log, for each of its certificates
 * @throws ServiceError `unavailable` where it had a later tree, or a log at all where there is none
 */
export async function refuseLaterTree(logs: readonly ReceiptClaims['log'][]): Promise<void> {
  const trees = logs.filter((log) => log != null)
  if (trees.length === 0) return
  const state = await servingGuard().run(() => readOnServingPool(findLogState))
  // Without a log, too: there was one when it was signed, and none is ever taken away.
  const isLater = (one: (typeof trees)[number]) => one.origin === state?.origin && one.tree_size > state.publishedSize
  if (state === null || trees.some(isLater))
    throw undetermined('a receipt of this service names a later tree of the public log')
}

/** @throws ServiceError `unavailable` where what had ended then stands again */
export function refuseRevived(then: string, now: string): void {
  if (now === 'verified' && (ENDED as readonly string[]).includes(then))
    throw undetermined('a receipt of this service says that the certificate had ended')
}
