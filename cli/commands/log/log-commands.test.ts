import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, open, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formatVkey } from '@/lib/crypto/tlog/note-key'
import { leafHash } from '@/lib/crypto/tlog/tree-hash'
import { LogFolder } from '@/lib/store/log/log-folder'
import { ExampleLog, ISSUER, sealedLeaf, someLeaves } from '@/test/tlog/example-log'
import { newNoteKey } from '@/test/tlog/note-keys'

const COMMAND = join(import.meta.dirname, '../../certs.mjs')
const DID = `did:web:certificates.example:issuers:${ISSUER}`
const log = new ExampleLog()
let folder = ''

async function writeLog(name: string, from: ExampleLog): Promise<void> {
  for (const [path, bytes] of from.files) await new LogFolder(join(folder, name)).put(path, bytes)
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'log-command-'))
  const now = Math.floor(Date.now() / 1000)
  await log.grow(someLeaves(log.key, 300), now)
  await writeLog('good', log)
  const forked = new ExampleLog(log.key, log.witnesses)
  await forked.grow(log.leaves.with(100, sealedLeaf(9999)), now)
  await writeLog('forked', forked)
  const stranger = new ExampleLog(newNoteKey(log.key.key.name, 'log'), log.witnesses)
  const known = log.leaves.slice(2, -1).map((leaf) => `x,${leafHash(leaf).toString('hex')}\r\n`)
  const files = {
    policy: log.policy,
    'other-policy': log.policy.replace(formatVkey(log.key.key), formatVkey(stranger.key.key)),
    'cut-policy': log.policy.slice(0, -1),
    'known.csv': `day,leaf_hash\r\n${known.join('')}`,
    'strange.csv': 'a,b\n1,2\n',
  }
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content)
})

afterAll(() => rm(folder, { recursive: true, force: true }))

/** The real command in a process of its own; its configuration is one with which no server would start. */
async function certs(...argv: string[]): Promise<{ code: number | null; out: string; err: string }> {
  const env = { PATH: process.env.PATH, NODE_ENV: 'production' as const, PORT: 'none', DATA_DIR: join(folder, 'data') }
  const child = spawn(process.execPath, [COMMAND, ...argv], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let [out, err] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, out, err }
}

describe('certs log verify', () => {
  it('finds nothing wrong with a good log, without service or database', async () => {
    const { code, out, err } = await certs('log', 'verify', 'good', '--policy', 'policy')
    expect([code, err]).toEqual([0, ''])
    for (const said of ['Nothing is wrong with the log.', '302 leaves', '300 sealed', 'witness.example/w1']) {
      expect(out).toContain(said)
    }
    expect(await readdir(folder)).not.toContain('data')
  })

  it('prints one document with --json', async () => {
    const { code, out } = await certs('log', 'verify', 'good', '--policy', 'policy', '--json')
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({ good: true, size: 302, faults: [], leaves: { sealed: 300 } })
  })

  it('trusts without a policy the key that the log shows, and says so', async () => {
    await new LogFolder(join(folder, 'good')).put(
      'vkeys',
      Buffer.from(`${formatVkey(log.key.key)} 2026-01-01T00:00:00.000Z -\n`),
    )
    const { code, out, err } = await certs('log', 'verify', 'good')
    expect([code, err]).toEqual([0, ''])
    for (const said of ['Nothing is wrong', 'nobody else has confirmed it', formatVkey(log.key.key)])
      expect(out).toContain(said)
    const document = JSON.parse((await certs('log', 'verify', 'good', '--json')).out) as unknown
    expect(document).toMatchObject({ good: true, trusted: 'shown_by_the_log', keys: [formatVkey(log.key.key)] })
    expect((await certs('log', 'verify', 'forked')).err).toMatch(/shows no key of its own/)
  })

  it('fails a log under the key of somebody else', async () => {
    const { code, out } = await certs('log', 'verify', 'good', '--policy', 'other-policy', '--json')
    expect(code).toBe(1)
    const fault = { code: 'checkpoint', where: 'checkpoint', sentence: 'No log of the policy signed the checkpoint.' }
    expect(JSON.parse(out)).toMatchObject({ good: false, origin: null, faults: [expect.anything(), fault] })
  })

  it.each([
    [['good', '--policy', 'cut-policy'], /last line of the policy does not end/],
    [['good', '--policy', 'absent'], /absent cannot be read/],
    [['absent', '--policy', 'policy'], /There is no folder absent/],
    [['http://log.example/log', '--policy', 'policy'], /is not read: the address is not https/],
    [['https://127.0.0.1/log', '--policy', 'policy'], /is not read: the host is an IP address/],
  ])('refuses %j with 1 and a sentence', async (argv, sentence) => {
    const { code, out, err } = await certs('log', 'verify', ...argv)
    expect([code, out]).toEqual([1, ''])
    expect(err).toMatch(sentence)
  })

  it.each([[['log']], [['log', 'verify']], [['log', 'monitor', 'good', '--policy', 'policy']]])(
    'ends with 2 on wrong usage: %j',
    async (argv) => expect((await certs(...argv)).code).toBe(2),
  )
})

describe('certs log monitor', () => {
  it('raises no alarm for a good log, and one for its fork', async () => {
    const run = (place: string, ...more: string[]) =>
      certs('log', 'monitor', place, '--policy', 'policy', '--state', 'state', ...more)
    const first = await run('good')
    expect([first.code, first.err]).toEqual([0, ''])
    expect(first.out).toMatch(/No alarm\.[^]*New {8}302 leaves/)
    const forked = await run('forked', '--json')
    expect(forked.code).toBe(1)
    expect(JSON.parse(forked.out)).toMatchObject({ alarms: [{ code: 'fork' }], previous_size: 302 })
    expect(await readdir(join(folder, 'state/evidence'))).toHaveLength(2)
    expect((await certs('log', 'verify', 'state', '--policy', 'policy')).code).toBe(0)
  })

  it('begins anew where nobody could read what it said', async () => {
    const words = ['log', 'monitor', 'good', '--policy', 'policy', '--state', 'untold']
    const full = await open('/dev/full', 'w')
    const child = spawn(process.execPath, [COMMAND, ...words], { cwd: folder, stdio: ['ignore', full.fd, 'ignore'] })
    expect(await once(child, 'close')).toEqual([1, null])
    await full.close()
    const again = await certs(...words, '--json')
    expect([again.code, JSON.parse(again.out)]).toEqual([0, expect.objectContaining({ size: 302, previous_size: 0 })])
    expect(JSON.parse((await certs(...words, '--json')).out)).toMatchObject({ previous_size: 302 })
  })

  it('lists an issuer’s leaves, and those that it does not know', async () => {
    const run = (...more: string[]) =>
      certs('log', 'monitor', 'good', '--policy', 'policy', '--state', 'own', '--issuer', DID, ...more)
    const found = await run('--known', 'known.csv', '--json')
    expect(found.code).toBe(1)
    const { alarms, issuer } = JSON.parse(found.out) as { alarms: unknown[]; issuer: { leaves: unknown[] } }
    expect([alarms, issuer.leaves.length]).toEqual([
      [expect.objectContaining({ code: 'not_known', where: 'leaf 301' })],
      300,
    ])
    expect((await run('--known', 'strange.csv')).err).toMatch(/no column leaf_hash/)
  })
})
