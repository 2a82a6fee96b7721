import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeConsistencyProof } from '@/lib/crypto/tlog/consistency-proof'
import { makeInclusionProof } from '@/lib/crypto/tlog/inclusion-proof'
import { formatLogProof } from '@/lib/crypto/tlog/log-proof'
import { formatVkey } from '@/lib/crypto/tlog/note-key'
import { tilePath } from '@/lib/crypto/tlog/tile'
import { tileHashes } from '@/lib/crypto/tlog/tile-hashes'
import { leafHash, rootOf } from '@/lib/crypto/tlog/tree-hash'
import { LogFolder } from '@/lib/store/log/log-folder'
import { ExampleLog, NOW, someLeaves } from '@/test/tlog/example-log'

/** Tiles on three levels. */
const CERTIFICATES = 66_000

/** What another implementation is given to check: Go's names, bytes in Base64. */
export interface InteropTask {
  log: ExampleLog
  inclusions: { index: number; leaf: Buffer; hashes: Buffer[] }[]
  checkpoint: string
}

/** Writes a log into a folder, and beside it `interop.json` with proofs about it. */
export async function writeExample(folder: string): Promise<InteropTask> {
  const log = new ExampleLog()
  await log.grow(someLeaves(log.key, CERTIFICATES))
  const copy = new LogFolder(folder)
  for (const [path, bytes] of log.files) await copy.put(path, bytes)

  const size = log.leaves.length
  const hashes = tileHashes(size, async (tile) => log.files.get(tilePath(tile)) as Buffer)
  const indexes = [0, 1, 255, 256, 65_535, 65_536, size - 1]
  const inclusions = await Promise.all(
    indexes.map(async (index) => ({
      index,
      leaf: log.leaves[index] as Buffer,
      hashes: await makeInclusionProof(hashes, index, size),
    })),
  )
  const leafHashes = log.leaves.map(leafHash)
  const consistency = await Promise.all(
    [1, 255, 256, 257, 65_536, 65_999, size].map(async (old) => ({
      Old: old,
      OldRoot: rootOf(leafHashes.slice(0, old)).toString('base64'),
      Hashes: base64(await makeConsistencyProof(hashes, old, size)),
    })),
  )
  const checkpoint = (log.files.get('checkpoint.witnessed') as Buffer).toString()
  const proven = inclusions[4] as (typeof inclusions)[number]
  const [witness] = log.witnesses
  const task = {
    Vkey: formatVkey(log.key.key),
    WitnessVkey: witness && formatVkey(witness.key),
    Time: NOW,
    Size: size,
    Inclusions: inclusions.map(({ index, leaf, hashes: proof }) => ({
      Index: index,
      Leaf: leaf.toString('base64'),
      Hashes: base64(proof),
    })),
    Consistency: consistency,
    LogProof: formatLogProof({ extra: Buffer.from('{}'), index: proven.index, hashes: proven.hashes, checkpoint }),
    LogProofOf: proven.leaf.toString('base64'),
  }
  await writeFile(join(folder, 'interop.json'), JSON.stringify(task))
  return { log, inclusions, checkpoint }
}

function base64(hashes: readonly Buffer[]): string[] {
  return hashes.map((hash) => hash.toString('base64'))
}
