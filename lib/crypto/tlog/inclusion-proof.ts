import { rangeHash, type SubtreeHashes } from './subtree-hashes'
import { nodeHash, splitOf } from './tree-hash'

/**
 * Makes the proof that a leaf stands in a tree (RFC 6962 section 2.1.1), from the leaf's sibling up.
 * @param index of the leaf, from 0
 * @param size of the tree, above `index`
 */
export async function makeInclusionProof(hashes: SubtreeHashes, index: number, size: number): Promise<Buffer[]> {
  const proof: Buffer[] = []
  let [start, end] = [0, size]
  while (end - start > 1) {
    const middle = start + splitOf(end - start)
    if (index < middle) {
      proof.unshift(await rangeHash(hashes, middle, end))
      end = middle
    } else {
      proof.unshift(await rangeHash(hashes, start, middle))
      start = middle
    }
  }
  return proof
}

/**
 * Checks the proof that a leaf stands in a tree (RFC 9162 section 2.1.3.2).
 * @param hash the leaf's
 * @returns whether the proof leads from this leaf at this index to the root, with no hash missing or left over
 */
export function checkInclusionProof(
  proof: readonly Buffer[],
  leaf: { index: number; hash: Buffer },
  tree: { size: number; root: Buffer },
): boolean {
  if (!Number.isSafeInteger(leaf.index) || leaf.index < 0 || leaf.index >= tree.size) return false
  let [place, last, hash] = [leaf.index, tree.size - 1, leaf.hash]
  for (const sibling of proof) {
    if (last === 0) return false
    if (place % 2 === 1 || place === last) {
      hash = nodeHash(sibling, hash)
      // A node without a right neighbour has no partner until it is one itself.
      while (place % 2 === 0 && place !== 0) [place, last] = [place / 2, Math.floor(last / 2)]
    } else hash = nodeHash(hash, sibling)
    ;[place, last] = [Math.floor(place / 2), Math.floor(last / 2)]
  }
  return last === 0 && hash.equals(tree.root)
}
