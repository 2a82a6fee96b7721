/** What is under way of one key. */
interface Turns {
  last: Promise<unknown>
  /** Works that have not ended. */
  open: number
}

const turns = new Map<string, Turns>()

/**
 * Does works of one key after another in this process, in the order in which they came, whatever became of the one before. Who
 * waits holds no connection of the database meanwhile, as somebody who waits for a lock there would.
 * @param most works of one key at a time, so that nobody fills the service with those who wait
 * @returns null where so many are under way; this one is not done then
 */
export function oneAfterAnother<T>(key: string, most: number, work: () => Promise<T>): Promise<T> | null {
  const known = turns.get(key) ?? { last: Promise.resolve(), open: 0 }
  if (known.open >= most) return null
  turns.set(key, known)
  known.open += 1
  const mine = known.last.then(work)
  known.last = mine.then(
    () => end(key, known),
    () => end(key, known),
  )
  return mine
}

function end(key: string, known: Turns): void {
  known.open -= 1
  if (known.open === 0) turns.delete(key)
}

/** How many keys have work under way. */
export const keysInTurn = () => turns.size
