import { createHmac } from 'node:crypto'

/** Entries in a status list: the least that the Bitstring Status List recommendation allows, for herd privacy. */
export const STATUS_LIST_LENGTH = 131_072

const HALF_BITS = 9
const HALF_MASK = (1 << HALF_BITS) - 1
const ROUNDS = 6

/**
 * The index of the n-th entry given out of a status list: a pseudorandom permutation keyed by the list's random seed, so
 * that indexes tell nothing of the order of issue, no index is ever given twice, and a nearly full list costs no search.
 * A Feistel network over 18 bits (Luby and Rackoff, 1988) walked until it lands in the list (cycle walking, Black and
 * Rogaway, 2002).
 * @param seed random text of the list
 * @param position from 0, below `STATUS_LIST_LENGTH`
 * @throws RangeError for a position outside the list
 */
export function statusIndex(seed: string, position: number): number {
  if (!Number.isInteger(position) || position < 0 || position >= STATUS_LIST_LENGTH) {
    throw new RangeError('a status list has no such entry')
  }
  let index = position
  do index = permute(seed, index)
  while (index >= STATUS_LIST_LENGTH)
  return index
}

function permute(seed: string, value: number): number {
  let left = value >>> HALF_BITS
  let right = value & HALF_MASK
  for (let round = 0; round < ROUNDS; round += 1) {
    const mixed = createHmac('sha256', seed).update(`${round}:${right}`).digest().readUInt32BE(0) & HALF_MASK
    ;[left, right] = [right, left ^ mixed]
  }
  return (left << HALF_BITS) | right
}
