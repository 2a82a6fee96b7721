import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formatVkey } from '@/lib/crypto/tlog/note-key'
import { logKeyRecord } from '@/lib/domain/log/log-key-record'
import { parseEnv, setEnv } from '@/lib/env'
import { runCerts } from '@/test/certs-json'
import { type DnsAnswer, useDnsServer } from '@/test/network/dns-server'
import { ExampleLog, ORIGIN, someLeaves } from '@/test/tlog/example-log'
import { newNoteKey } from '@/test/tlog/note-keys'

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
  // The command runs in this process; that it does so in one of its own, log-commands.test.ts shows.
  process.chdir(folder)
  setEnv(parseEnv({ DATA_DIR: folder, DNS_RESOLVERS: dns.address }))
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
    const verified = await runCerts('log', 'verify', place, '--policy', 'policy', '--json')
    expect([verified.code, verified.err]).toEqual([code, ''])
    const document = JSON.parse(verified.out) as { faults: unknown[] }
    expect(document).toMatchObject({ good: code === 0, dns: { name: NAME, state } })
    const alarms = code === 0 ? [] : [expect.objectContaining({ code: 'key_in_dns', where: NAME })]
    expect(document.faults).toEqual(alarms)
    const monitored = await runCerts('log', 'monitor', place, '--policy', 'policy', '--state', 'state', '--json')
    expect(monitored.code).toBe(code)
    expect(JSON.parse(monitored.out)).toMatchObject({ alarms, dns: { state } })
  })

  it('is said in words, and no folder is asked about', async () => {
    dns.zone.set(NAME, 'silent')
    const silent = await runCerts('log', 'verify', place, '--policy', 'policy')
    expect(silent.code).toBe(0)
    expect(silent.out).toContain(`${NAME} could not be asked, which says nothing of the log`)
    dns.asked.length = 0
    dns.zone.set(NAME, { txt: [other] })
    const copied = await runCerts('log', 'verify', 'state', '--policy', 'policy')
    expect([copied.code, dns.asked]).toEqual([0, []])
  })
})
