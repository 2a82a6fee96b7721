import { sha256Hex } from '@/lib/crypto/encoding/sha256'
import { statusBits } from '@/lib/domain/certificate/status-list-credential'
import { log } from '@/lib/log'
import { trustedIndexes } from '@/lib/service/badges/trusted-indexes'
import { transaction, workingPool } from '@/lib/store/database/database'
import { readStatusList } from '@/lib/store/evidence/status-changes'
import { findLogState } from '@/lib/store/log/log-state'
import { findDueLists, listLeaf } from '@/lib/store/log/pending/list-leaves'
import { insertPendingLeaves } from '@/lib/store/log/pending/pending-leaf'

/**
 * Enters the status lists that changed, each once a day at most (spec part 18, section 1): whoever kept a list can show that
 * one of its bits went out again. A list that cannot be told is left out and comes the next time.
 * @returns how many were entered
 */
export async function enterLists(): Promise<number> {
  if ((await findLogState(workingPool()))?.intakeEnded !== true) return 0
  let entered = 0
  for (const due of await findDueLists(workingPool())) {
    try {
      const list = await readStatusList(due.id)
      if (!list) continue
      const bits = sha256Hex(statusBits(list.length, await trustedIndexes(list)))
      if (bits === due.bitsSha256) continue
      await transaction((tx) => insertPendingLeaves(tx, [listLeaf(due, bits, list.now)]), { waits: false })
      entered++
    } catch (error) {
      log.error({ err: error, list: due.id }, 'a status list could not be entered into the public log')
    }
  }
  return entered
}
