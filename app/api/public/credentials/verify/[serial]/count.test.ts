import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseEnv, setEnv } from '@/lib/env'
import { withdrawCertificate } from '@/lib/service/change/withdraw-certificate'
import { closeDatabase } from '@/lib/store/database/database'
import { DatabaseProxy } from '@/test/database/database-proxy'
import { OwnPostgres } from '@/test/database/own-postgres'
import { issueOne, mintIssuer } from '@/test/database/service-database'
import { type Answer, askAsClients, ServerProcess } from '@/test/server/server-process'
import { askApi, askPage } from '@/test/verify-requests'

const CLIENTS = 50

let postgres: OwnPostgres
let proxy: DatabaseProxy
let servers: ServerProcess[] = []
let issuer: { id: string }

beforeAll(async () => {
  postgres = await OwnPostgres.start()
  proxy = new DatabaseProxy(postgres.socket)
  await proxy.open()
  setEnv(parseEnv({ ...process.env, BASE_URL: 'https://verify.test', DATABASE_URL: postgres.urlAt(proxy.port) }))
  issuer = await mintIssuer()
  servers = await Promise.all([ServerProcess.start(postgres.url), ServerProcess.start(postgres.url)])
})

afterAll(async () => {
  await Promise.all(servers.map((server) => server.kill()))
  await closeDatabase()
  await proxy.refuse()
  await postgres.remove()
})

async function countOf(serial: string): Promise<number> {
  const [row] = await postgres.admin<{ checks: number }>(
    `SELECT coalesce(sum(k.checks), 0)::int AS checks FROM certificates c
     JOIN certificate_checks k ON k.certificate_id = c.id WHERE c.serial = '${serial}'`,
  )
  return row?.checks ?? 0
}

const answered = (answers: readonly Answer[]) => answers.filter((answer) => answer.status === 200).length

function server(number: number): ServerProcess {
  const found = servers[number % servers.length]
  if (!found) throw new Error('no server')
  return found
}

describe('the check count', () => {
  it('costs a check no statement of its own: thirty at once share a few', async () => {
    const serials = await Promise.all(Array.from({ length: 10 }, () => issueOne(issuer)))
    // The first page of a process loads what the others find.
    await askPage(serials[0] ?? '')
    proxy.runs.clear()
    await askApi(serials[0] ?? '')
    expect(Object.fromEntries(proxy.runs)).toEqual({ 'read-evidence': 1, 'count-checks': 1 })
    proxy.runs.clear()
    // Nothing is answered before all of them wait: how they share does not depend on how fast they come in.
    proxy.block()
    const asked = Array.from({ length: 30 }, (_, n) => (n % 2 ? askApi : askPage)(serials[n % 10] ?? ''))
    for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate)
    await proxy.open()
    expect(new Set((await Promise.all(asked)).map((answer) => answer.status))).toEqual(new Set([200]))
    expect(proxy.runs.get('read-evidence')).toBeLessThanOrEqual(6)
    expect(proxy.runs.get('count-checks')).toBeLessThanOrEqual(6)
    expect([...proxy.runs.keys()].sort()).toEqual(['count-checks', 'read-evidence'])
  })

  it('is exact when two processes count the same certificates at once', async () => {
    const serials = await Promise.all(Array.from({ length: 5 }, () => issueOne(issuer)))
    let next = 0
    const answers = await askAsClients(CLIENTS, 20, (client) => server(client).verify(serials[next++ % 5] ?? ''))
    expect(answered(answers)).toBe(CLIENTS * 20)
    expect(await Promise.all(serials.map(countOf))).toEqual(Array(5).fill((CLIENTS * 20) / 5))
  })

  it('knows of a withdrawal in every process at the very next check', async () => {
    for (let time = 0; time < 5; time++) {
      const serial = await issueOne(issuer)
      const ask = () => Promise.all(servers.map((process) => process.verify(serial)))
      for (const { body } of await ask()) expect(body).toContain('"overall_status":"verified"')
      await withdrawCertificate(serial, { reason: 'test', publicReason: null, actor: 'test' })
      for (const { body } of await ask()) expect(body).toContain('"overall_status":"withdrawn"')
    }
  })

  it('is never less than the answers when PostgreSQL is stopped at once under load', async () => {
    const serial = await issueOne(issuer)
    let left = 300
    let stopped: Promise<void> | undefined
    const answers = await askAsClients(CLIENTS, 40, (client) => {
      if (--left === 0) stopped = postgres.stop('SIGQUIT')
      return server(client).verify(serial)
    })
    await stopped
    await postgres.start()
    expect(answered(answers)).toBeGreaterThan(0)
    // Whether anyone still waited when it stopped is chance; whoever was not answered got no verdict.
    for (const { status } of answers) expect([200, 503]).toContain(status)
    const count = await countOf(serial)
    expect(count).toBeGreaterThanOrEqual(answered(answers))
    expect(count).toBeLessThanOrEqual(answered(answers) + CLIENTS)
  })

  it('is never less than the answers when the server is killed under load', async () => {
    const serial = await issueOne(issuer)
    const victim = server(0)
    let left = 1000
    const answers = await askAsClients(CLIENTS, 40, () => {
      if (--left === 0) void victim.kill()
      return victim.verify(serial)
    })
    await victim.kill()
    expect(answered(answers)).toBeGreaterThan(0)
    expect(answered(answers)).toBeLessThan(answers.length)
    const count = await countOf(serial)
    expect(count).toBeGreaterThanOrEqual(answered(answers))
    expect(count).toBeLessThanOrEqual(answered(answers) + CLIENTS)
  })
})
