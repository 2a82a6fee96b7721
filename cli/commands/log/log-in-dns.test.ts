import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formatVkey } from '@/lib/crypto/tlog/note-key'
import { logKeyRecord } from '@/lib/domain/log/log-key-record'
import { type DnsAnswer, useDnsServer } from '@/test/network/dns-server'
import { ExampleLog, ORIGIN, someLeaves } from '@/test/tlog/example-log'
import { newNoteKey } from '@/test/tlog/note-keys'

const COMMAND = join(import.meta.dirname, '../../certs.mjs')
const NAME = logKeyRecord(ORIGIN)

const dns = useDnsServer()
const log = new ExampleLog()
const own = formatVkey(log.key.key)
const other = formatVkey(newNoteKey(ORIGIN, 'log').key)
let folder = ''
let server: Server
let place = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'log-dns-'))
  await log.grow(someLeaves(log.key, 20), Math.floor(Date.now() / 1000))
  await writeFile(join(folder, 'policy'), log.policy)
  server = createServer((request, answer) => {
    const bytes = log.files.get((request.url ?? '').replace('/log/', ''))
    answer.writeHead(bytes ? 200 : 404).end(bytes)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  place = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/log`
})
afterAll(async () => {
  server.close()
  await rm(folder, { recursive: true, force: true })
})

async function certs(...argv: string[]): Promise<{ code: number | null; out: string; err: string }> {
  const env = { PATH: process.env.PATH, NODE_ENV: 'production' as const, DATA_DIR: folder, DNS_RESOLVERS: dns.address }
  const child = spawn(process.execPath, [COMMAND, ...argv], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let [out, err] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, out, err }
}

const ANSWERS: [string, DnsAnswer, string, number][] = [
  ['its key', { txt: [own] }, 'agrees', 0],
  [
    'its key in pieces, beside the next one and other records',
    { txt: ['v=x', [own.slice(0, 9), own.slice(9)], other] },
    'agrees',
    0,
  ],
  ['another key', { txt: [other] }, 'differs', 1],
  ['records that are no keys of it', { txt: ['v=x', own.replace(ORIGIN, 'elsewhere.example/log')] }, 'absent', 0],
  ['no such name', 'nxdomain', 'absent', 0],
  ['a failure', 'servfail', 'unknown', 0],
]

describe('the key of a log in the DNS', () => {
  it.each(ANSWERS)('%s', async (_, answer, state, code) => {
    dns.zone.set(NAME, answer)
    const verified = await certs('log', 'verify', place, '--policy', 'policy', '--json')
    expect([verified.code, verified.err]).toEqual([code, ''])
    const document = JSON.parse(verified.out) as { faults: unknown[] }
    expect(document).toMatchObject({ good: code === 0, dns: { name: NAME, state } })
    const alarms = code === 0 ? [] : [expect.objectContaining({ code: 'key_in_dns', where: NAME })]
    expect(document.faults).toEqual(alarms)
    const monitored = await certs('log', 'monitor', place, '--policy', 'policy', '--state', 'state', '--json')
    expect(monitored.code).toBe(code)
    expect(JSON.parse(monitored.out)).toMatchObject({ alarms, dns: { state } })
  })

  it('is said in words, and no folder is asked about', async () => {
    dns.zone.set(NAME, 'silent')
    const silent = await certs('log', 'verify', place, '--policy', 'policy')
    expect(silent.code).toBe(0)
    expect(silent.out).toContain(`${NAME} could not be asked, which says nothing of the log`)
    dns.asked.length = 0
    dns.zone.set(NAME, { txt: [other] })
    const copied = await certs('log', 'verify', 'state', '--policy', 'policy')
    expect([copied.code, dns.asked]).toEqual([0, []])
  })
})
