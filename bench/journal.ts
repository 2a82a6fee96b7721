import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { journalLine, type JournalRecord } from '@/lib/domain/history/journal-record'
import { parseEnv, setEnv } from '@/lib/env'
import { FolderJournal } from '@/lib/store/journal/folder-journal'
import type { JournalKnowledge } from '@/lib/store/journal/journal-knowledge'
import { openKnowledge, readOn, saveKnowledge } from '@/lib/store/journal/keep-knowledge'

const CHAINS = Number(process.env.BENCH_CHAINS ?? 500_000)
const A_LIST = 131_072
const AT_ONCE = 5000
const MOST_BYTES = 64
const LOOK_UPS = 100_000

/**
 * What the journal's knowledge takes: reading it from the segments and from its snapshot, memory a chain, and comparing
 * one history. Half of the records are events of a chain each, half the bits that they set.
 * @returns false when it takes more than 64 bytes a chain
 */
export async function benchJournal(): Promise<boolean> {
  setEnv(parseEnv({ KEY_ENCRYPTION_KEY: randomBytes(32).toString('base64') }))
  const folder = await mkdtemp(join(tmpdir(), 'bench-journal-'))
  try {
    const ids = await write(new FolderJournal(folder))
    console.log(`\nThe journal's knowledge, ${CHAINS} withdrawals, ${2 * CHAINS} records`)
    const first = await start(folder, 'read from the segments, and the snapshot written')
    const knowledge = await start(folder, 'read from the snapshot')
    if (knowledge.chains.size !== first.chains.size) throw new Error('the snapshot is not what was read')
    const perChain = knowledge.bytes / knowledge.chains.size
    console.log(`  memory: ${(knowledge.bytes / 2 ** 20).toFixed(1)} MB, ${perChain.toFixed(1)} bytes a chain`)
    lookUp(knowledge, ids)
    return perChain <= MOST_BYTES
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function write(files: FolderJournal): Promise<string[]> {
  await files.make()
  const ids: string[] = []
  let listId = randomUUID()
  for (let chain = 0; chain < CHAINS; chain += AT_ONCE) {
    let lines = ''
    for (let one = chain; one < Math.min(chain + AT_ONCE, CHAINS); one++) {
      if (one % A_LIST === 0) listId = randomUUID()
      const id = randomUUID()
      ids.push(id)
      for (const record of withdrawal(id, listId, one % A_LIST, one)) lines += journalLine(record)
    }
    await files.append(lines)
  }
  await files.close()
  return ids
}

function withdrawal(chainId: string, listId: string, statusIndex: number, position: number): JournalRecord[] {
  const signed = { at: Date.now(), previousHash: 'a'.repeat(64), serviceKeyId: 'b'.repeat(43) }
  const signature = () => randomBytes(64).toString('base64url')
  const of = {
    chainId,
    chain: 'lineage' as const,
    sequence: 2,
    type: 'withdrawn' as const,
    certificateId: randomUUID(),
  }
  const event = { ...of, ...signed, actor: 'operator', forms: null, detail: null, signature: signature() }
  const change = { listId, sequence: statusIndex + 1, statusIndex, ...signed, signature: signature() }
  return [
    { kind: 'event', position, event },
    { kind: 'status', position, change },
  ]
}

async function start(folder: string, what: string): Promise<JournalKnowledge> {
  const files = new FolderJournal(folder)
  const [began, used] = [performance.now(), process.cpuUsage()]
  const knowledge = await openKnowledge(files)
  await readOn(files, knowledge)
  await saveKnowledge(files, knowledge)
  const { user, system } = process.cpuUsage(used)
  const seconds = [(performance.now() - began) / 1000, (user + system) / 1e6].map((each) => each.toFixed(2))
  console.log(`  ${what}: ${seconds.join(' s, of a processor ')} s`)
  return knowledge
}

function lookUp(knowledge: JournalKnowledge, ids: readonly string[]): void {
  const events = [{ sequence: 2, signature: 'c'.repeat(86) }]
  const used = process.cpuUsage()
  for (let one = 0; one < LOOK_UPS; one++) knowledge.isBehind(ids[one % ids.length] ?? '', events)
  const { user, system } = process.cpuUsage(used)
  console.log(`  comparing one history: ${((user + system) / LOOK_UPS).toFixed(2)} µs of a processor`)
}
