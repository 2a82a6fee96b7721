import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { parsePolicy } from '@/lib/crypto/tlog/trust-policy'
import { verifyLog } from '@/lib/domain/log/verify-log'
import { LogFolder } from '@/lib/store/log/log-folder'
import { createTestDatabase, type TestDatabase } from '@/test/database/database'
import { testProgram } from '@/test/test-program'

const LONG = 60_000

/** One of the two installations: a process with a database, a log and a journal of its own. */
interface Installation {
  child: ChildProcessWithoutNullStreams
  database: TestDatabase
  folder: string
  port: number
  vkey: string
  witness: string
}

const started: Installation[] = []
let one: Installation
let other: Installation

async function start(name: string): Promise<Installation> {
  const database = await createTestDatabase()
  const folder = await mkdtemp(join(tmpdir(), `installation-${name}-`))
  const child = spawn(process.execPath, [testProgram('installation-process')], {
    env: {
      ...process.env,
      DATABASE_URL: database.serviceUrl,
      DATA_DIR: folder,
      BASE_URL: `https://${name}.example`,
      KEY_ENCRYPTION_KEY: Buffer.alloc(32, name).toString('base64'),
      LOG_LEVEL: 'silent',
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  const [line] = (await Promise.race([
    once(createInterface(child.stdout), 'line'),
    once(child, 'exit').then(() => Promise.reject(new Error(errors))),
  ])) as [string]
  const said = JSON.parse(line) as Pick<Installation, 'port' | 'vkey' | 'witness'>
  const installation = { child, database, folder, ...said }
  started.push(installation)
  return installation
}

/** One line of configuration for what it confirms, one for whom it asks. */
function tell({ child }: Installation, about: Installation): void {
  const policy = `quorum none\nwitness neighbour ${about.witness} http://127.0.0.1:${about.port}/witness\n`
  child.stdin.write(`${JSON.stringify({ witnessLogs: [about.vkey], policy })}\n`)
}

beforeAll(async () => {
  ;[one, other] = await Promise.all([start('one'), start('two')])
}, LONG)

afterAll(async () => {
  for (const { child, database, folder } of started) {
    const ended = once(child, 'exit')
    child.stdin.end()
    await ended
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  }
}, LONG)

describe('two installations', () => {
  it('confirm each other’s logs, so that a stranger needs both to be deceived', { timeout: LONG }, async () => {
    tell(one, other)
    tell(other, one)
    for (const [log, witness] of [
      [one, other],
      [other, one],
    ] as const) {
      const policy = parsePolicy(Buffer.from(`log ${log.vkey}\nwitness w ${witness.witness}\nquorum w\n`))
      const files = new LogFolder(join(log.folder, 'log'))
      const found = await vi.waitFor(
        async () => {
          const verified = await verifyLog(files, policy, Math.floor(Date.now() / 1000))
          expect(verified.faults).toEqual([])
          return verified
        },
        { timeout: LONG, interval: 100 },
      )
      expect(found.witnessed?.size).toBe(found.checkpoint?.size)
      // Of the two files the witnessed one is written first: the newest checkpoint may lack the neighbour for a moment.
      const names = found.witnessed?.note.signatures.map(({ name }) => name)
      expect(names).toEqual([
        files.folder.includes('-one-') ? 'one.example/log' : 'two.example/log',
        expect.stringMatching(/witness$/),
        expect.stringMatching(/witness$/),
      ])
    }
  })
})
