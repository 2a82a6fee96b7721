// node --import tsx bench/log/measure-log.ts [leaves]: what the public log costs, in processor time of this process.
import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeInclusionProof } from '@/lib/crypto/tlog/inclusion-proof'
import { formatLogProof } from '@/lib/crypto/tlog/log-proof'
import { tilePath } from '@/lib/crypto/tlog/tile'
import { tileHashes } from '@/lib/crypto/tlog/tile-hashes'
import { TreeEdge } from '@/lib/crypto/tlog/tree-edge'
import { leafHash } from '@/lib/crypto/tlog/tree-hash'
import { parsePolicy } from '@/lib/crypto/tlog/trust-policy'
import { proveVrf, verifyVrf, vrfPublicKey } from '@/lib/crypto/vrf/ecvrf'
import { verifyLog } from '@/lib/domain/log/verify-log'
import { LogFolder } from '@/lib/store/log/log-folder'
import { ExampleLog, NOW, someLeaves } from '@/test/tlog/example-log'

const VRF_RUNS = 300
const [, , first, place = ''] = process.argv
const leaves = Number(first ?? 1_000_000)

/** Seconds of processor time, and of the clock. */
async function timed<T>(work: () => Promise<T> | T): Promise<{ result: T; cpu: number; wall: number }> {
  const [used, began] = [process.cpuUsage(), performance.now()]
  const result = await work()
  const { user, system } = process.cpuUsage(used)
  return { result, cpu: (user + system) / 1e6, wall: (performance.now() - began) / 1000 }
}

function per(seconds: number, count: number): string {
  return `${((seconds / count) * 1e6).toFixed(1)} µs each, ${Math.round(count / seconds)} a second`
}

if (first === '--verify') await measureVerifying(place)

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
  await writeFile(join(folder, 'policy'), log.policy)
  // In a process of its own, so that its memory is that of verifying alone.
  const args = ['--import', 'tsx', import.meta.filename, '--verify', folder]
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' })
  if (status !== 0) throw new Error('the log that was measured is wrong')
} finally {
  await rm(folder, { recursive: true, force: true })
}

async function measureVerifying(place: string): Promise<never> {
  const policy = parsePolicy(await readFile(join(place, 'policy')))
  const { result, cpu, wall } = await timed(() => verifyLog(new LogFolder(place), policy, NOW))
  const size = result.checkpoint?.size ?? 1
  console.log(`verified             ${per(cpu, size)}; ${wall.toFixed(1)} s by the clock for ${size} leaves`)
  console.log(`memory of verifying  ${Math.round(process.resourceUsage().maxRSS / 1024)} MiB at most`)
  process.exit(result.faults.length === 0 ? 0 : 1)
}
