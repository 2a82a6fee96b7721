import { GET as LOG } from '@/app/dashboard/log/route'
import { GET as START } from '@/app/dashboard/route'
import { loadCertificates } from '@/bench/data/bulk-load'
import { loadLeaves } from '@/bench/data/load-leaves'
import { timeInTurn } from '@/bench/stopwatch'
import type { RouteHandler } from '@/lib/http/endpoint'
import { addIssuer } from '@/lib/service/issuers/add-issuer'
import { verifyIssuerDomain } from '@/lib/service/issuers/verify-issuer-domain'
import { fillLog } from '@/lib/service/log/fill-log'
import { workingPool } from '@/lib/store/database/database'
import type { StoredIssuer } from '@/lib/store/issuers/issuers'
import { type MintedPerson, mintPerson } from '@/test/desk/desk'

const SMALL = 1000
const LARGE = Number(process.env.BENCH_LARGE ?? 1_000_000)
const MOST = 3
const ROUNDS = 11
const PAGES: [string, RouteHandler, string][] = [
  ['the public log', LOG, '/dashboard/log'],
  ['start', START, '/dashboard'],
]

/**
 * The desk's pages of the public log, of an issuer with a million entries and of one with a thousand, in the same log and in turn.
 * A large log is counted once in ten minutes, and the page shows the last count meanwhile: the first count of a process is
 * printed beside.
 * @returns false when a page takes more than three times as long
 */
export async function benchLogPages(): Promise<boolean> {
  await fillLog()
  // Their issuers first: what the log has of them is published for real.
  const issuers = [await addBenchIssuer('small'), await addBenchIssuer('large')]
  const [few, many] = [await open(issuers[0], SMALL), await open(issuers[1], LARGE)]
  await cost()
  let isGood = true
  for (const [name, handler, path] of PAGES) {
    const began = performance.now()
    await visit(many, handler, path)
    const first = performance.now() - began
    const works = { few: () => visit(few, handler, path), many: () => visit(many, handler, path) }
    const [small = Number.NaN, large = Number.NaN] = (await timeInTurn(works, ROUNDS)).map((one) => one.milliseconds)
    const ratio = large / small
    isGood &&= ratio <= MOST
    console.log(
      `${name}: ${small.toFixed(0)} ms with ${SMALL} certificates, ${large.toFixed(0)} ms with ${LARGE}, ${ratio.toFixed(2)} × ` +
        `(bound ${MOST}); the first time ${first.toFixed(0)} ms`,
    )
  }
  return isGood
}

async function addBenchIssuer(slug: string): Promise<StoredIssuer> {
  await addIssuer({ name: `Bench ${slug}`, slug, domain: `${slug}.example` })
  return verifyIssuerDomain(slug, 'Seen by the benchmark.')
}

async function open(issuer: StoredIssuer | undefined, count: number): Promise<MintedPerson> {
  if (!issuer) throw new Error('there is no issuer')
  await loadCertificates(issuer.id, count, { words: false })
  await loadLeaves(issuer.id)
  return mintPerson(issuer, 'owner')
}

async function visit({ browser }: MintedPerson, handler: RouteHandler, path: string): Promise<void> {
  const response = await browser.visit(handler, path)
  const html = await response.text()
  if (response.status !== 200 || /belongs? to no certificate here/.test(html))
    throw new Error(`${path} is not as it should be`)
}

/** The index by issuer, which the desk alone reads. */
async function cost(): Promise<void> {
  const { rows } = await workingPool().query<{ leaves: number; bytes: number; table: number; sql: string }>(
    `SELECT (SELECT count(*) FROM log_leaves)::float8 AS leaves, pg_relation_size('log_leaves_of_issuer')::float8 AS bytes,
       pg_total_relation_size('log_leaves')::float8 AS table, pg_get_indexdef('log_leaves_of_issuer'::regclass) AS sql`,
  )
  const [found] = rows
  if (!found) return
  await workingPool().query('DROP INDEX log_leaves_of_issuer')
  const began = performance.now()
  await workingPool().query(found.sql)
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  const each = (found.bytes / found.leaves).toFixed(1)
  console.log(`the index by issuer: ${each} bytes a leaf, made of ${found.leaves} leaves in ${seconds} s`)
}
