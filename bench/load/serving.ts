import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import type { Seeded } from '@/bench/data/seed'
import { startRedis } from '@/bench/redis'
import { alternate, type Contestant, type Measured } from './alternate'
import type { Target } from './load'
import { type Running, startServer, startService } from './processes'
import { benchTail } from './tail'

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3)
const SECONDS = Number(process.env.BENCH_SECONDS ?? 3)
/** The 99th percentile is measured at this share of the most that was answered, and may be so many medians in each stretch. */
const STEADY = 0.6
const MOST_TAIL = 4
/** Each works for milliseconds on two cores: more of them at once only wait for each other. */
const LOOKUPS_AT_ONCE = 16
const root = join(import.meta.dirname, '../..')

/** What is measured, and against what. */
interface Servers {
  next: Running
  floor: Running
  memory: Running
  redis: Running | null
}

/**
 * Checks, pages and lookups against an empty Next route, an empty Next page and bare node:http with one prepared read,
 * with limits counted in memory and in Redis.
 * @returns false when a bound was missed
 */
export async function benchServing(seeded: Seeded): Promise<boolean> {
  const redis = await startRedis()
  const servers = await startAll(seeded, redis?.url)
  try {
    const results = [
      await benchVerify(servers, seeded),
      await benchLookup(servers, seeded),
      await benchPages(servers, seeded),
      await benchOthers(servers, seeded),
    ]
    return results.every(Boolean)
  } finally {
    for (const server of [servers.next, servers.floor, servers.memory, servers.redis]) await server?.stop()
    await redis?.stop()
  }
}

async function startAll({ serials }: Seeded, redisUrl: string | undefined): Promise<Servers> {
  const next = [join(root, 'node_modules/next/dist/bin/next'), 'start', buildEmptyNext()]
  const memory = await startService()
  const { DATABASE_URL } = memory.variables
  return {
    memory,
    next: await startServer(next, {}, '/empty'),
    floor: await startServer(
      ['--import', 'tsx', join(root, 'bench/load/floor-server.ts')],
      { DATABASE_URL: DATABASE_URL ?? '' },
      `/${serials[0]}`,
    ),
    redis: redisUrl === undefined ? null : await startService({ REDIS_URL: redisUrl }),
  }
}

async function benchVerify({ next, floor, memory, redis }: Servers, { serials }: Seeded): Promise<boolean> {
  const target = (server: Running): Target => ({
    url: server.url,
    paths: serials.map((serial) => `/api/public/credentials/verify/${serial}`),
  })
  const rows = await alternate(
    [
      { name: 'empty Next route handler', target: { url: next.url, paths: ['/empty'] } },
      {
        name: 'node:http + one prepared read',
        target: { url: floor.url, paths: serials.map((serial) => `/${serial}`) },
      },
      { name: 'verify, limits in memory', target: target(memory) },
      ...(redis ? [{ name: 'verify, limits in Redis', target: target(redis) }] : []),
    ],
    ROUNDS,
    SECONDS,
  )
  const good = report('Verify by serial: limit, read, signature check, durable count', rows, [3, 0.5])
  const paced = (name: string, load: Target, at: number) => ({
    name,
    target: load,
    rate: STEADY * (rows[at]?.requestsPerSecond ?? 0),
  })
  const read = { url: floor.url, paths: serials.map((serial) => `/${serial}`) }
  const calm = await benchTail(
    paced('verify, 60 % of the load above', target(memory), 2),
    paced('node:http, 60 % of its own', read, 1),
    MOST_TAIL,
  )
  return good && calm
}

async function benchLookup({ floor, memory, redis }: Servers, { lookups, keys }: Seeded): Promise<boolean> {
  const lookup = (name: string, server: Running): Contestant => ({
    name,
    target: {
      url: server.url,
      method: 'POST',
      paths: ['/api/issuer/v1/certificates/lookup'],
      bodies: lookups,
      headers: { 'content-type': 'application/json' },
      keys,
      connections: LOOKUPS_AT_ONCE,
    },
  })
  const rows = await alternate(
    [
      {
        name: 'node:http + one prepared query',
        target: { url: floor.url, method: 'POST', paths: ['/'], bodies: lookups, connections: LOOKUPS_AT_ONCE },
      },
      lookup('lookup, limits in memory', memory),
      ...(redis ? [lookup('lookup, limits in Redis', redis)] : []),
    ],
    ROUNDS,
    SECONDS,
  )
  return report('Issuer lookup of 100 serials, integrity checks included', rows, [0.65])
}

/** Each page beside the answer of the same server, which counts its limits in the same place. */
async function benchPages({ next, memory, redis }: Servers, { serials }: Seeded): Promise<boolean> {
  let good = true
  for (const [place, server] of Object.entries({ memory, Redis: redis })) {
    if (!server) continue
    const at = (path: string) => ({ url: server.url, paths: serials.map((serial) => path + serial) })
    const rows = await alternate(
      [
        { name: 'empty Next page', target: { url: next.url, paths: ['/empty-page'] } },
        { name: `verify, limits in ${place}`, target: at('/api/public/credentials/verify/') },
        { name: `verification page, ${place}`, target: at('/verify/') },
      ],
      ROUNDS,
      SECONDS,
    )
    good = report('Verification page, everything on', rows, [0.8, 0.8]) && good
  }
  return good
}

/** The directory of issuers: no bound is asked of it. */
async function benchOthers({ floor, memory }: Servers, { serials }: Seeded): Promise<boolean> {
  const rows = await alternate(
    [
      {
        name: 'node:http + one prepared read',
        target: { url: floor.url, paths: serials.map((serial) => `/${serial}`) },
      },
      { name: 'a search of issuers', target: { url: memory.url, paths: ['/api/public/issuers?q=bench'] } },
      { name: 'the page of issuers', target: { url: memory.url, paths: ['/issuers?q=bench'] } },
    ],
    ROUNDS,
    SECONDS,
  )
  return report('Issuers', rows, [0])
}

/** The empty application, built as ours is. */
function buildEmptyNext(): string {
  const app = join(root, 'bench/empty-next')
  execFileSync(process.execPath, [join(root, 'node_modules/next/dist/bin/next'), 'build', app], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
  })
  return app
}

/** Prints contestants with their ratios to the floors, which come first, one a bound; all others must reach all bounds. */
function report(title: string, rows: Measured[], bounds: number[]): boolean {
  console.log(`\n${title}`)
  let good = true
  for (const [index, row] of rows.entries()) {
    const ratios = index < bounds.length ? [] : bounds.map((bound, at) => ratio(row, rows[at], bound))
    if (ratios.some((text) => text.endsWith('MISSED')) || row.refused > 0) good = false
    console.log(
      `  ${row.name.padEnd(32)} ${row.requestsPerSecond.toFixed(0).padStart(6)} /s   p50 ${row.p50} ms   p99 ${row.p99} ms` +
        `${row.refused > 0 ? `   NOT 200: ${row.refused}` : ''}${ratios.map((text) => `   ${text}`).join('')}`,
    )
  }
  return good
}

function ratio(row: Measured, floor: Measured | undefined, bound: number): string {
  const reached = row.requestsPerSecond / (floor?.requestsPerSecond ?? Number.NaN)
  return `${reached.toFixed(2)} × ${floor?.name} (at least ${bound})${reached >= bound ? '' : '   MISSED'}`
}
