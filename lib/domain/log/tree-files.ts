import { setImmediate as turn } from 'node:timers/promises'
import { entryBundle } from '@/lib/crypto/tlog/entry-bundle'
import { TILE_WIDTH, tilePath } from '@/lib/crypto/tlog/tile'
import type { HashTile, TreeEdge } from '@/lib/crypto/tlog/tree-edge'
import { leafHash } from '@/lib/crypto/tlog/tree-hash'

/** A file of a log. Whatever stands at a path never changes. */
interface LogFile {
  path: string
  bytes: Buffer
}

/**
 * Adds leaves to a tree, and gives every file that it then has and had not before: the bundles and tiles that became
 * whole, and the partial ones of its new size. Other work of the process gets its turn behind each bundle.
 * @param edge of the tree before; it grows
 * @param tail the leaves of its partial bundle
 * @param leaves what is added
 * @returns the files, in an order in which they may be written, and the tail of the grown tree
 */
export async function growTree(
  edge: TreeEdge,
  tail: readonly Buffer[],
  leaves: readonly Buffer[],
): Promise<{ files: LogFile[]; tail: Buffer[] }> {
  const files: LogFile[] = []
  let bundle = [...tail]
  const addBundle = () => {
    const index = Math.ceil(edge.size / TILE_WIDTH) - 1
    const path = tilePath({ level: 'entries', index, width: bundle.length })
    files.push({ path, bytes: entryBundle(bundle) })
  }
  for (const leaf of leaves) {
    bundle.push(leaf)
    const whole = edge.append(leafHash(leaf))
    if (bundle.length === TILE_WIDTH) {
      addBundle()
      bundle = []
      await turn()
    }
    files.push(...whole.map(fileOf))
  }
  if (leaves.length > 0 && bundle.length > 0) addBundle()
  if (leaves.length > 0) files.push(...edge.partials().map(fileOf))
  return { files, tail: bundle }
}

function fileOf({ tile, bytes }: HashTile): LogFile {
  return { path: tilePath(tile), bytes }
}
