import { join } from 'node:path'
import type { Seeded } from '@/bench/data/seed'
import { median } from '@/bench/median'
import { sendLoad } from './load'
import { findPostmaster } from './postmaster'
import { familyMilliseconds } from './process-figures'
import { type Running, startServer, startService } from './processes'

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3)
const SECONDS = Number(process.env.BENCH_SECONDS ?? 3)
const CONNECTIONS = (process.env.BENCH_CONNECTIONS ?? '1,4,16,64,256').split(',').map(Number)
/** Of the rate of the floor that counts, from so many connections on; and of its median at one connection. */
const LEAST_RATE = 0.8
const FROM = 16
const MOST_WAIT = 1.6

/** One server, asked for certificates by serial. */
interface Subject {
  name: string
  server: Running
  paths: string[]
}

/** One stretch. */
interface Stretch {
  rate: number
  /** Milliseconds. */
  p50: number
  /** Microseconds of processor time a request: of the server, and of PostgreSQL. */
  server: number
  database: number
  refused: number
}

/**
 * Checks by serial against bare node:http with one prepared query that reads the row and commits the count, and with one
 * that only reads, by the number of connections.
 * @returns false when a bound was missed
 */
export async function benchChecks({ serials }: Seeded): Promise<boolean> {
  const postgres = await findPostmaster()
  const service = await startService()
  const floor = await startServer(
    ['--import', 'tsx', join(import.meta.dirname, 'floor-server.ts')],
    { DATABASE_URL: service.variables.DATABASE_URL ?? '' },
    `/${serials[0]}`,
  )
  const subjects: Subject[] = [
    { name: 'check', server: service, paths: serials.map((one) => `/api/public/credentials/verify/${one}`) },
    { name: 'read and count', server: floor, paths: serials.map((one) => `/counted/${one}`) },
    { name: 'read', server: floor, paths: serials.map((one) => `/${one}`) },
  ]
  try {
    console.log('\nCheck by serial, medians of rounds in alternation')
    let good = true
    for (const connections of CONNECTIONS) good = (await compare(subjects, connections, postgres)) && good
    return good
  } finally {
    await service.stop()
    await floor.stop()
  }
}

async function compare(subjects: readonly Subject[], connections: number, postgres: number): Promise<boolean> {
  const stretches = subjects.map((): Stretch[] => [])
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [at, subject] of subjects.entries()) {
      const stretch = await measure(subject, connections, postgres, round === 0 ? 1 : SECONDS)
      if (round > 0) stretches[at]?.push(stretch)
    }
  }
  const rows = stretches.map((all) => ({
    rate: median(all.map((one) => one.rate)),
    p50: median(all.map((one) => one.p50)),
    server: median(all.map((one) => one.server)),
    database: median(all.map((one) => one.database)),
    refused: all.reduce((sum, one) => sum + one.refused, 0),
  }))
  const [ours, counted] = rows
  if (!ours || !counted) throw new Error('nothing was measured')
  // Pair by pair, since a round's neighbours share what else the machine does.
  const pairs = (of: (one: Stretch) => number) =>
    median((stretches[0] ?? []).map((one, at) => of(one) / of(stretches[1]?.[at] ?? one)))
  const rate = pairs((one) => one.rate)
  const wait = pairs((one) => one.p50)
  const isGood =
    ours.refused === 0 && (connections < FROM || rate >= LEAST_RATE) && (connections > 1 || wait <= MOST_WAIT)
  for (const [at, row] of rows.entries()) {
    console.log(
      `  ${String(connections).padStart(4)}  ${(subjects[at]?.name ?? '').padEnd(16)} ${row.rate.toFixed(0).padStart(6)} /s` +
        `   p50 ${row.p50.toFixed(2).padStart(6)} ms   processor ${row.server.toFixed(0).padStart(4)} µs + ` +
        `PostgreSQL ${row.database.toFixed(0).padStart(4)} µs` +
        (row.refused > 0 ? `   ERRORS: ${row.refused}` : '') +
        (at === 0
          ? `   ${rate.toFixed(2)} × read and count, p50 ${wait.toFixed(2)} ×${isGood ? '' : '   MISSED'}`
          : ''),
    )
  }
  return isGood
}

async function measure(
  { server, paths }: Subject,
  connections: number,
  postgres: number,
  seconds: number,
): Promise<Stretch> {
  const before = [familyMilliseconds(server.pid), familyMilliseconds(postgres)] as const
  const { requestsPerSecond, p50, requests, refused } = await sendLoad({ url: server.url, paths, connections }, seconds)
  const after = [familyMilliseconds(server.pid), familyMilliseconds(postgres)] as const
  const micros = (at: 0 | 1) => ((after[at] - before[at]) * 1000) / requests
  return { rate: requestsPerSecond, p50, server: micros(0), database: micros(1), refused }
}
