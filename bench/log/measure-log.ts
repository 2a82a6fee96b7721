// node --import tsx bench/log/measure-log.ts [leaves]: what the public log costs, in processor time of this process.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeInclusionProof } from '@/lib/crypto/tlog/inclusion-proof'
import { formatLogProof } from '@/lib/crypto/tlog/log-proof'
import { parsePolicy } from '@/lib/crypto/tlog/trust-policy'
import { tilePath } from '@/lib/crypto/tlog/tile'
import { tileHashes } from '@/lib/crypto/tlog/tile-hashes'
import { TreeEdge } from '@/lib/crypto/tlog/tree-edge'
import { leafHash } from '@/lib/crypto/tlog/tree-hash'
import { proveVrf, verifyVrf, vrfPublicKey } from '@/lib/crypto/vrf/ecvrf'
import { verifyLog } from '@/lib/domain/log/verify-log'
import { LogFolder } from '@/lib/store/log/log-folder'
import { ExampleLog, NOW, someLeaves } from '@/test/tlog/example-log'

const VRF_RUNS = 300
const leaves = Number(process.argv[2] ?? 1_000_000)

/** Seconds of processor time, and of the clock. */
async function timed<T>(work: () => Promise<T> | T): Promise<{ result: T; cpu: number; wall: number }> {
  const [used, began] = [process.cpuUsage(), performance.now()]
  const result = await work()
  const { user, system } = process.cpuUsage(used)
  return { result, cpu: (user + system) / 1e6, wall: (performance.now() - began) / 1000 }
}

const per = (seconds: number, count: number) =>
  `${((seconds / count) * 1e6).toFixed(1)} µs each, ${Math.round(count / seconds)} a second`

const key = Buffer.alloc(32, 1)
const inputs = Array.from({ length: VRF_RUNS }, (_, run) => Buffer.from(`ABCD${run}`))
const proving = await timed(() => inputs.map((input) => proveVrf(key, input).proof))
console.log(`VRF proofs made      ${per(proving.cpu, VRF_RUNS)}`)
const publicKey = vrfPublicKey(key)
const checking = await timed(() => inputs.map((input, run) => verifyVrf(publicKey, input, proving.result[run] ?? key)))
console.log(`VRF proofs checked   ${per(checking.cpu, VRF_RUNS)}`)

const log = new ExampleLog()
const made = someLeaves(log.key, leaves - 2)
const hashing = await timed(() => {
  const edge = new TreeEdge()
  for (const leaf of made) edge.append(leafHash(leaf))
  return edge.root()
})
console.log(`leaves hashed        ${per(hashing.cpu, leaves)}, tiles and root included`)

const folder = await mkdtemp(join(tmpdir(), 'log-bench-'))
try {
  await log.grow(made)
  let bytes = 0
  for (const [path, file] of log.files) {
    bytes += file.length
    await new LogFolder(folder).put(path, file)
  }
  console.log(`on the disk          ${(bytes / leaves).toFixed(1)} bytes a leaf, ${log.files.size} files`)
  const hashes = tileHashes(leaves, async (tile) => log.files.get(tilePath(tile)) as Buffer)
  const proof = await makeInclusionProof(hashes, leaves >> 1, leaves)
  const checkpoint = String(log.files.get('checkpoint.witnessed'))
  const text = formatLogProof({ extra: null, index: leaves >> 1, hashes: proof, checkpoint })
  console.log(`a proof of a leaf    ${proof.length} hashes, ${text.length} bytes with one witness`)
  const policy = parsePolicy(Buffer.from(log.policy))
  log.files.clear()
  made.length = log.leaves.length = 0
  global.gc?.()
  const before = process.memoryUsage().rss
  let most = before
  const onProgress = () => (most = Math.max(most, process.memoryUsage().rss))
  const verifying = await timed(() => verifyLog(new LogFolder(folder), policy, NOW, { onProgress }))
  if (verifying.result.faults.length > 0) throw new Error('the log that was measured is wrong')
  console.log(`verified             ${per(verifying.cpu, leaves)}; ${verifying.wall.toFixed(1)} s by the clock`)
  console.log(
    `memory of verifying  ${Math.round(most / 2 ** 20)} MiB at most, of which ${Math.round(before / 2 ** 20)} before`,
  )
} finally {
  await rm(folder, { recursive: true, force: true })
}
