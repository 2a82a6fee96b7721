import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { env, setEnv } from '@/lib/env'
import { withPeerAddress } from '@/lib/http/request-context'
import { setBadgeImage } from '@/lib/service/badges/set-badge-image'
import { getManifest } from '@/lib/service/files/describe-artifacts'
import { fillLog } from '@/lib/service/log/fill-log'
import { createPassportByOperator } from '@/lib/service/passport/create-passport-by-operator'
import { workingPool } from '@/lib/store/database/database'
import { MemoryRateCounter } from '@/lib/store/limits/memory-rate-counter'
import { setRateCounter } from '@/lib/store/limits/open-rate-counter'
import { loadRoutes, type Route } from '@/server/exchange/routes'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { examplePng } from '@/test/documents/example-png'

const folder = mkdtempSync(join(tmpdir(), 'public-reads-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
useServiceDatabase({ LOG_DIR: join(folder, 'log'), JOURNAL_DIR: join(folder, 'journal') })

const EVENT = 'Basic Safety Training'
/** What answers people who are signed in, issuers' programs and the operator, on connections that may take long. */
const NOT_PUBLIC = /^\/(?:dashboard|api\/issuer|api\/metrics)/
/** What is asked beside the plain path. */
const QUERIES = new Map([['/api/public/credentials/:ref/openbadge', '?format=png']])

let routes: Route[]
let known: Record<string, string>

beforeAll(async () => {
  const issuer = await mintIssuer()
  await fillLog()
  const serial = await issueOne(issuer)
  await setBadgeImage(issuer.slug, EVENT, examplePng(128, 96))
  const { artifacts } = await getManifest(serial)
  const { handle } = await createPassportByOperator([serial])
  const ref = { ref: serial, serial, slug: issuer.slug, issuer: issuer.slug, handle }
  known = { ...ref, fingerprint: artifacts[0]?.sha256 ?? '', hash: '0'.repeat(64) }
  routes = (await loadRoutes()).filter(({ pattern, handlers }) => handlers.has('GET') && !NOT_PUBLIC.test(pattern))
})

/** Asks a route, and says whether that waits for a connection of the working pool. */
async function ask({ pattern, handlers }: Route): Promise<{ answered: Promise<number>; waits: boolean }> {
  setRateCounter(new MemoryRateCounter())
  const params = Object.fromEntries([...pattern.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, known[name] ?? 'x']))
  const path = pattern.replace(/:(\w+)\+?\??/g, (_, name: string) => params[name] ?? 'x')
  const request = new Request(env().BASE_URL + path + (QUERIES.get(pattern) ?? ''))
  let isOver = false
  const answered = (async () => {
    const answer = await handlers.get('GET')?.(withPeerAddress(request, '203.0.113.7'), {
      params: Promise.resolve(params),
    })
    await answer?.body?.cancel()
    return answer?.status ?? 0
  })().finally(() => {
    isOver = true
  })
  // What was given up stays in the queue for a while.
  const pool = workingPool()
  for (let others = pool.waitingCount; !isOver; others = Math.min(others, pool.waitingCount)) {
    if (pool.waitingCount > others) return { answered, waits: true }
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { answered, waits: false }
}

/** Asks every route, one after another, while somebody holds all connections that may take long. */
async function askAll(): Promise<{ waiting: string[]; answers: Map<string, number> }> {
  const held = await Promise.all([1, 2, 3, 4].map(() => workingPool().connect()))
  const waiting: string[] = []
  const answers = new Map<string, number>()
  try {
    for (const route of routes) {
      const { answered, waits } = await ask(route)
      if (waits) waiting.push(route.pattern)
      answers.set(route.pattern, await answered)
    }
  } finally {
    for (const client of held) client.release()
  }
  return { waiting, answers }
}

describe('what the public reads', () => {
  it('needs no connection that may take long, but for a file that is made on first request, and that in time', async () => {
    const before = env()
    setEnv({ ...before, DATABASE_SECONDS: 2 })
    const { waiting, answers } = await askAll()
    setEnv(before)
    const made = ['/api/public/credentials/:ref/jpeg', '/api/public/credentials/:ref/openbadge']
    expect(waiting.sort()).toEqual(made)
    expect(made.map((pattern) => answers.get(pattern))).toEqual([503, 503])
  })

  it('is all there without those connections, once it was made', async () => {
    for (const route of routes) await (await ask(route)).answered
    const { waiting, answers } = await askAll()
    expect(waiting).toEqual([])
    const found = [...answers].filter(([, status]) => status === 200).map(([pattern]) => pattern)
    expect(found).toEqual(
      expect.arrayContaining([
        '/api/public/credentials/:ref/manifest',
        '/api/public/credentials/:ref/jpeg',
        '/api/public/credentials/:ref/openbadge',
        '/api/public/credentials/:ref/pdf',
        '/api/public/credentials/verify/:serial',
        '/api/public/credentials/verify/:serial/receipt',
        '/api/public/credentials/verify/:serial/log-proof',
        '/api/public/artifacts/:fingerprint',
        '/api/public/passports/:handle',
        '/verify/:serial',
        '/passport/:handle',
        '/issuers/:issuer',
      ]),
    )
  })
})
