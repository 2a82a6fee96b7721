import { createRequire } from 'node:module'
import type { InteropTask } from './write-example'

const require = createRequire(import.meta.url)

interface Entry {
  canonicalizedBody: Buffer
  inclusionProof: { logIndex: string; hashes: Buffer[]; checkpoint: { envelope: string } }
}
interface SigstoreLog {
  logID: Buffer
  publicKey: unknown
  baseURL: string
}
interface SigstoreCheckpoint {
  logSize: bigint
  logHash: Buffer
}
const { verifyCheckpoint } = require('@sigstore/verify/dist/tlog/checkpoint') as {
  verifyCheckpoint: (entry: Entry, logs: SigstoreLog[]) => SigstoreCheckpoint
}
const { verifyMerkleInclusion } = require('@sigstore/verify/dist/tlog/merkle') as {
  verifyMerkleInclusion: (entry: Entry, checkpoint: SigstoreCheckpoint) => void
}

/**
 * Has sigstore's verifier check the checkpoint and the inclusion of leaves.
 * @returns one line for each thing that held
 * @throws Error for the first that did not
 */
export function checkWithSigstore({ log, inclusions, checkpoint }: InteropTask): string[] {
  const { key } = log.key
  const logID = Buffer.alloc(4)
  logID.writeUInt32BE(key.id)
  const logs = [{ logID, publicKey: key.publicKey, baseURL: key.name }]
  return inclusions.map(({ index, leaf, hashes }) => {
    const entry = {
      canonicalizedBody: leaf,
      inclusionProof: { logIndex: String(index), hashes, checkpoint: { envelope: checkpoint } },
    }
    verifyMerkleInclusion(entry, verifyCheckpoint(entry, logs))
    return `sigstore checks the checkpoint and the inclusion of leaf ${index}`
  })
}
