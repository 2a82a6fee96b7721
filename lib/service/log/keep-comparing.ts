import { setTimeout as sleep } from 'node:timers/promises'
import { Every } from '@/lib/every'
import { keepDoing } from '@/lib/keep-doing'
import { workingPool } from '@/lib/store/database/database'
import { compareLog } from '@/lib/store/log/compare-log'

/**
 * New leaves are compared so often, in milliseconds; all of them at the start and once an hour. Rows that are lost, and such as are
 * there again, are found by comparing all.
 */
const NEW_MS = 15_000
const ALL_MS = 3600 * 1000
/** Between two pages of a whole comparison. */
const PAUSE_MS = 20

/** Compares the database with the published log while the process runs. @returns ends it */
export function keepComparing(): () => Promise<void> {
  let from = 0
  const whole = new Every(ALL_MS)
  const compare = async () => {
    if (whole.isDue()) from = 0
    from = await compareLog(workingPool(), from, from === 0 ? () => sleep(PAUSE_MS) : undefined)
  }
  return keepDoing(compare, {
    everyMs: NEW_MS,
    failed: 'the database could not be compared with the public log',
  })
}
