import { setTimeout as sleep } from 'node:timers/promises'
import { Every } from '@/lib/every'
import { keepDoing } from '@/lib/keep-doing'
import { workingPool } from '@/lib/store/database/database'
import { journalSession } from '@/lib/store/database/note-server'
import { compareLog, noteBareLeaves } from '@/lib/store/log/compare-log'
import { readLossSigns } from '@/lib/store/log/loss-signs'

/**
 * New leaves are compared so often, in milliseconds; all of them at the start, once an hour, after a fail-over, and where rows were
 * deleted. Rows that are lost, and such as are there again, are found by comparing all.
 */
const NEW_MS = 15_000
const ALL_MS = 3600 * 1000
/** Erasures delete rows, too: however many there are, checks come first. */
const DELETED_MS = 300_000
/** Between two pages of a whole comparison. */
const PAUSE_MS = 20

/** Compares the database with the published log while the process runs. @returns ends it */
export function keepComparing(): () => Promise<void> {
  return keepDoing(comparison(), {
    everyMs: NEW_MS,
    failed: 'the database could not be compared with the public log',
  })
}

/** @returns one turn of that, which says whether it compared all, as the first does */
export function comparison(): () => Promise<boolean> {
  let from = 0
  let seen: string | null = null
  let rowsAsked = false
  const whole = new Every(ALL_MS)
  const deleted = new Every(DELETED_MS)
  return async () => {
    const rows = await readLossSigns(workingPool())
    const signs = `${journalSession().changes} ${rows}`
    if (whole.isDue() || (signs !== seen && deleted.isDue())) {
      from = 0
      seen = signs
      rowsAsked = false
    }
    const isWhole = from === 0
    const pause = () => sleep(PAUSE_MS)
    try {
      from = await compareLog(workingPool(), from, isWhole ? pause : undefined)
    } catch (error) {
      // Once, not at each try: that reads all leaves.
      if (isWhole && !rowsAsked) await noteBareLeaves(workingPool(), pause)
      rowsAsked = true
      throw error
    }
    return isWhole
  }
}
