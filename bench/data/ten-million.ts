import { createHash } from 'node:crypto'
import { join } from 'node:path'
import pg from 'pg'
import type { Target } from '@/bench/load/load'
import { type PacedLoad, sendPacedLoad } from '@/bench/load/paced-load'
import { type Running, startService } from '@/bench/load/processes'
import { median } from '@/bench/median'
import { env, setEnv } from '@/lib/env'
import { addIssuer } from '@/lib/service/issuers/add-issuer'
import { createApiKey } from '@/lib/service/issuers/create-api-key'
import { verifyIssuerDomain } from '@/lib/service/issuers/verify-issuer-domain'
import { closeDatabase } from '@/lib/store/database/database'
import { EVIDENCE_SQL, EVIDENCE_WITH_CHECKS_SQL } from '@/lib/store/evidence/evidence-sql'
import { migrate } from '@/lib/store/migrations/migrate'
import { atDatabase } from '@/test/database/database-url'
import { loadCertificates } from './bulk-load'
import { signLoaded } from './sign-loaded'

const FEW = 10_000
const MANY = Number(process.env.BENCH_LARGE ?? 10_000_000)
const TOUCHED = 5000
const MOST = 1.15
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5)
const SECONDS = Number(process.env.BENCH_SECONDS ?? 5)
const KEYS = 50

/** A database of so many certificates with a service before it. */
interface Side {
  service: Running
  serials: string[]
  keys: string[]
  plan: string[]
}

/**
 * Verify and lookup with ten million certificates against ten thousand, at the same steady rate in alternation, and the
 * plans of the statements that read the evidence. Signed bytes are there for the 5,000 certificates that the load touches.
 * @returns false when one takes more than 1.15 × as long, or the plans differ
 */
export async function benchTenMillion(): Promise<boolean> {
  const [few, many] = [await openSide('few', FEW), await openSide('many', MANY)]
  let good = true
  try {
    console.log(`\n| what | p50 with ${FEW} | p50 with ${MANY} | ratio | p99 with ${FEW} | p99 with ${MANY} | |`)
    console.log('| --- | --- | --- | --- | --- | --- | --- |')
    good = (await compare('verify by serial', 400, (side) => verifyTarget(side), few, many)) && good
    good = (await compare('lookup of 100', 15, (side) => lookupTarget(side), few, many)) && good
  } finally {
    await Promise.all([few.service.stop(), many.service.stop()])
  }
  const same = few.plan.join() === many.plan.join()
  console.log(`\nPlans of verify and of lookup with ${FEW}:\n  ${few.plan.join('\n  ')}`)
  console.log(same ? `\nThe same with ${MANY}.` : `\nOther ones with ${MANY}:\n  ${many.plan.join('\n  ')}`)
  return good && same
}

async function openSide(name: string, count: number): Promise<Side> {
  const before = env()
  const admin = new pg.Client(before.DATABASE_URL)
  await admin.connect()
  await admin.query(`CREATE DATABASE bench_${name}`)
  await admin.end()
  const url = atDatabase(before.DATABASE_URL ?? '', `bench_${name}`)
  await closeDatabase()
  // A journal of its own, too: it names the events of one database.
  const folder = join(before.DATA_DIR, name)
  setEnv({ ...before, DATABASE_URL: url, DATA_DIR: folder })
  await migrate(url)
  await addIssuer({ name: 'Bench', slug: 'bench', domain: 'bench.example' })
  const issuer = await verifyIssuerDomain('bench', 'Seen by the benchmark.')
  const began = performance.now()
  await loadCertificates(issuer.id, count, { words: false })
  console.log(`\n${count} certificates loaded in ${Math.round((performance.now() - began) / 1000)} s`)
  const serials = Array.from({ length: TOUCHED }, (_, at) =>
    loadedSerial(issuer.id, 1 + Math.floor((at * count) / TOUCHED)),
  )
  await signLoaded(issuer.id, serials)
  const keys: string[] = []
  for (let key = 0; key < KEYS; key += 1) keys.push((await createApiKey('bench', `Key ${key}`)).secret)
  const service = await startService()
  const plan = [...(await explain(url, EVIDENCE_SQL)), ...(await explain(url, EVIDENCE_WITH_CHECKS_SQL))]
  await closeDatabase()
  setEnv(before)
  return { service, serials, keys, plan }
}

/** As `bulk-load.ts` makes them. */
function loadedSerial(issuerId: string, number: number): string {
  return createHash('md5').update(`${issuerId}serial${number}`).digest('hex').slice(0, 16).toUpperCase()
}

function verifyTarget({ service, serials }: Side): Target {
  return { url: service.url, paths: serials.map((serial) => `/api/public/credentials/verify/${serial}`) }
}

function lookupTarget({ service, serials, keys }: Side): Target {
  const bodies = Array.from({ length: TOUCHED / 100 }, (_, body) =>
    JSON.stringify({ serials: Array.from({ length: 100 }, (__, at) => serials[(body + at * 50) % TOUCHED]) }),
  )
  const headers = { 'content-type': 'application/json' }
  return { url: service.url, method: 'POST', paths: ['/api/issuer/v1/certificates/lookup'], bodies, headers, keys }
}

async function compare(
  name: string,
  rate: number,
  target: (side: Side) => Target,
  few: Side,
  many: Side,
): Promise<boolean> {
  const loads: [PacedLoad[], PacedLoad[]] = [[], []]
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const [at, side] of [few, many].entries()) {
      const load = await sendPacedLoad(target(side), rate, SECONDS)
      if (load.refused > 0) console.log(`${name}: ${load.refused} of ${rate * SECONDS} answers were not 200`)
      if (round >= 0) loads[at]?.push(load)
    }
  }
  const of = (side: PacedLoad[], figure: 'p50' | 'p99') => median(side.map((load) => load[figure]))
  const ratio = of(loads[1], 'p50') / of(loads[0], 'p50')
  const cells = [of(loads[0], 'p50'), of(loads[1], 'p50'), ratio, of(loads[0], 'p99'), of(loads[1], 'p99')]
  console.log(`| ${name} | ${cells.map((cell) => cell.toFixed(2)).join(' | ')} | ${ratio > MOST ? 'OVER' : ''} |`)
  return ratio <= MOST
}

/** The nodes of a statement's plan with their tables and indexes, in order. */
async function explain(url: string, statement: string): Promise<string[]> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query("SET plan_cache_mode = 'force_generic_plan'")
  await client.query(`PREPARE evidence(text[], uuid, bigint[], bigint) AS ${statement}`)
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(
    `EXPLAIN (COSTS OFF) EXECUTE evidence('{A}', NULL, '{}', 0)`,
  )
  await client.end()
  const nodes = rows
    .map((row) => /->\s+(.*)|^(\w.*)/.exec(row['QUERY PLAN']))
    .flatMap((found) => found?.[1] ?? found?.[2] ?? [])
  return nodes.filter((node) => / on /.test(node) && !node.startsWith('CTE'))
}
