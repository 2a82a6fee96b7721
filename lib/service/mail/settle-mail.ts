import { log } from '@/lib/log'
import { isDatabaseAway } from '@/lib/store/database/silence/is-database-away'

/** What came of messages, and was not noted yet. */
const owed: (() => Promise<void>)[] = []
let settling: Promise<void> | null = null

/**
 * Notes what came of a message. While the database is away it is kept here until `settleOwed`: otherwise a message whose answer we have
 * would be one of which nobody knows, and be sent again by whoever decides on those.
 * @param note may be run twice
 */
export async function settle(note: () => Promise<void>): Promise<void> {
  try {
    await note()
  } catch (error) {
    if (!isDatabaseAway(error)) throw error
    log.warn({ err: error }, 'what came of a message is noted once the database is back')
    owed.push(note)
  }
}

/** Notes what is owed, before anything else is sent. @throws what the database throws while it is away */
export function settleOwed(): Promise<void> {
  return (settling ??= settleAll().finally(() => {
    settling = null
  }))
}

async function settleAll(): Promise<void> {
  for (let note = owed[0]; note; note = owed[0]) {
    try {
      await note()
    } catch (error) {
      if (isDatabaseAway(error)) throw error
      log.error({ err: error }, 'what came of a message could not be noted')
    }
    owed.shift()
  }
}
