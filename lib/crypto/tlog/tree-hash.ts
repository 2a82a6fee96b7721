import { sha256 } from '@/lib/crypto/encoding/sha256'

export const HASH_BYTES = 32

/** The root of a tree without leaves (RFC 6962 section 2.1). */
export const EMPTY_ROOT: Buffer = sha256('')

/** Used again by every call: hashing is most of what a log does, and none of these calls waits for anything. */
const node = Buffer.alloc(1 + 2 * HASH_BYTES, 1)

/** The hash of a leaf (RFC 6962 section 2.1): SHA-256 over 0x00 and its bytes. */
export function leafHash(leaf: Uint8Array): Buffer {
  const bytes = Buffer.allocUnsafe(1 + leaf.length)
  bytes[0] = 0
  bytes.set(leaf, 1)
  return sha256(bytes)
}

/** The hash of an inner node (RFC 6962 section 2.1): SHA-256 over 0x01 and its two children. */
export function nodeHash(left: Uint8Array, right: Uint8Array): Buffer {
  node.set(left, 1)
  node.set(right, 1 + HASH_BYTES)
  return sha256(node)
}

/**
 * The root over a row of nodes, split as RFC 6962 splits leaves. Of the nodes only the last may stand for fewer leaves
 * than the others.
 */
export function rootOf(row: readonly Buffer[]): Buffer {
  const [first, ...others] = row
  if (first === undefined) return EMPTY_ROOT
  if (others.length === 0) return first
  const half = splitOf(row.length)
  return nodeHash(rootOf(row.slice(0, half)), rootOf(row.slice(half)))
}

/** The largest power of two below a number of leaves, which is 2 or more: where RFC 6962 splits a tree. */
export function splitOf(size: number): number {
  let half = 1
  while (half * 2 < size) half *= 2
  return half
}

/** The height of a whole tree of this many leaves; null where their number is no power of two. */
export function wholeHeight(size: number): number | null {
  // Not by the logarithm alone: it rounds, and large numbers beside a power of two would pass for one.
  const height = Math.round(Math.log2(size))
  return 2 ** height === size ? height : null
}
