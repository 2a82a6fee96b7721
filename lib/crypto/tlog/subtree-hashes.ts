import { nodeHash, splitOf, wholeHeight } from './tree-hash'

/**
 * Gives the hash of a whole subtree.
 * @param height 0 for leaves; the subtree has 2^height of them
 * @param index counted among the subtrees of this height from the left
 */
export type SubtreeHashes = (height: number, index: number) => Promise<Buffer>

/**
 * The hash over the leaves from `start` to before `end`, which RFC 6962 splits off a tree: `start` is a multiple of the
 * smallest power of two that is not below their number.
 */
export async function rangeHash(hashes: SubtreeHashes, start: number, end: number): Promise<Buffer> {
  const size = end - start
  const height = wholeHeight(size)
  if (height !== null) return hashes(height, start / size)
  const middle = start + splitOf(size)
  return nodeHash(await rangeHash(hashes, start, middle), await rangeHash(hashes, middle, end))
}
