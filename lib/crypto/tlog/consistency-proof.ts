import { rangeHash, type SubtreeHashes } from './subtree-hashes'
import { EMPTY_ROOT, nodeHash, splitOf, wholeHeight } from './tree-hash'

/**
 * Makes the proof that a tree of `size` leaves begins with one of `oldSize` (RFC 6962 section 2.1.2).
 * @param oldSize from 0 to `size`; the proof is empty at both ends
 */
export async function makeConsistencyProof(hashes: SubtreeHashes, oldSize: number, size: number): Promise<Buffer[]> {
  if (oldSize === 0 || oldSize === size) return []
  const proof: Buffer[] = []
  let [start, end] = [0, size]
  while (end !== oldSize) {
    const middle = start + splitOf(end - start)
    if (oldSize <= middle) {
      proof.unshift(await rangeHash(hashes, middle, end))
      end = middle
    } else {
      proof.unshift(await rangeHash(hashes, start, middle))
      start = middle
    }
  }
  // Whoever checks has the old root already, where the old tree is one whole subtree.
  return start === 0 ? proof : [await rangeHash(hashes, start, end), ...proof]
}

export interface TreeHead {
  size: number
  root: Buffer
}

/**
 * Checks the proof that one tree begins with another (RFC 9162 section 2.1.4.2).
 * @returns false also where nothing could be proved: an empty tree has the empty root, and equal sizes equal roots
 */
export function checkConsistencyProof(proof: readonly Buffer[], old: TreeHead, now: TreeHead): boolean {
  if (old.size > now.size) return false
  if (old.size === now.size || old.size === 0) {
    const isEmptyRight = old.size !== 0 || old.root.equals(EMPTY_ROOT)
    return proof.length === 0 && isEmptyRight && (old.size !== now.size || old.root.equals(now.root))
  }
  const [first, ...further] = wholeHeight(old.size) !== null ? [old.root, ...proof] : proof
  if (first === undefined) return false
  let [place, last] = [old.size - 1, now.size - 1]
  while (place % 2 === 1) [place, last] = [Math.floor(place / 2), Math.floor(last / 2)]
  let [oldHash, hash] = [first, first]
  for (const sibling of further) {
    if (last === 0) return false
    if (place % 2 === 1 || place === last) {
      oldHash = nodeHash(sibling, oldHash)
      hash = nodeHash(sibling, hash)
      while (place % 2 === 0 && place !== 0) [place, last] = [place / 2, Math.floor(last / 2)]
    } else hash = nodeHash(hash, sibling)
    ;[place, last] = [Math.floor(place / 2), Math.floor(last / 2)]
  }
  return last === 0 && oldHash.equals(old.root) && hash.equals(now.root)
}
