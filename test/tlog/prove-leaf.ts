import { makeInclusionProof } from '@/lib/crypto/tlog/inclusion-proof'
import { formatLogProof } from '@/lib/crypto/tlog/log-proof'
import { tilePath } from '@/lib/crypto/tlog/tile'
import { tileHashes } from '@/lib/crypto/tlog/tile-hashes'
import { certificateProofExtra } from '@/lib/domain/log/certificate-proof'
import type { ExampleLog, genuineLeaf } from './example-log'

/** The proof of a certificate's leaf in the newest witnessed tree of an example. */
export async function proveLeaf(
  log: ExampleLog,
  serial: string,
  { bytes, entry, salt, proof: vrfProof }: ReturnType<typeof genuineLeaf>,
): Promise<string> {
  const size = log.leaves.length
  const index = log.leaves.findIndex((leaf) => leaf.equals(bytes))
  const hashes = tileHashes(size, async (tile) => log.files.get(tilePath(tile)) ?? Buffer.alloc(0))
  const begin = { leaf: log.leaves[0] ?? Buffer.alloc(0), proof: await makeInclusionProof(hashes, 0, size) }
  return formatLogProof({
    extra: certificateProofExtra({ begin, entry, salt, serial, vrfProof }),
    index,
    hashes: await makeInclusionProof(hashes, index, size),
    checkpoint: log.files.get('checkpoint.witnessed')?.toString() ?? '',
  })
}
