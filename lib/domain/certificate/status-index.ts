import { createHash } from 'node:crypto'

/** The length of a status list: the least that the Bitstring Status List recommendation allows, for herd privacy. */
export const STATUS_LIST_LENGTH = 131_072

const HALF_BITS = 9
const HALF_SIZE = 1 << HALF_BITS
const HALF_MASK = HALF_SIZE - 1
const ROUNDS = 6

/**
 * The indexes of entries given out of a status list, by their position: a pseudorandom permutation keyed by the list's
 * random seed, so that indexes tell nothing of the order of issue, no index is ever given twice, and a nearly full list
 * costs no search. A Feistel network over 18 bits (Luby and Rackoff, 1988), its six round functions read from one SHAKE256
 * stream over the seed (FIPS 202), walked until it lands in the list (cycle walking, Black and Rogaway, 2002).
 * @param seed random text of the list
 * @returns a function of the position (from 0, below `STATUS_LIST_LENGTH`) that throws RangeError outside the list
 */
export function statusIndexes(seed: string): (position: number) => number {
  const bytes = createHash('shake256', { outputLength: ROUNDS * HALF_SIZE * 2 })
    .update(seed)
    .digest()
  const rounds = Array.from({ length: ROUNDS }, (_, round) =>
    Uint16Array.from(
      { length: HALF_SIZE },
      (_half, half) => bytes.readUInt16BE((round * HALF_SIZE + half) * 2) & HALF_MASK,
    ),
  )
  return (position) => {
    if (!Number.isInteger(position) || position < 0 || position >= STATUS_LIST_LENGTH) {
      throw new RangeError('a status list has no such entry')
    }
    let index = position
    do index = permute(rounds, index)
    while (index >= STATUS_LIST_LENGTH)
    return index
  }
}

function permute(rounds: readonly Uint16Array[], value: number): number {
  let left = value >>> HALF_BITS
  let right = value & HALF_MASK
  for (const table of rounds) [left, right] = [right, left ^ (table[right] ?? 0)]
  return (left << HALF_BITS) | right
}
