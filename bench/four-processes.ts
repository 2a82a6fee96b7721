import { join } from 'node:path'
import { env } from '@/lib/env'
import { sendLoad } from './load'
import { cpuMilliseconds } from './process-figures'
import { type Running, startServer, startService } from './processes'
import type { Seeded } from './seed'

const PROCESSES = 4
const ROUNDS = 5
const SECONDS = 4
const MOST = 1.15

/** Processes of one kind, and what is asked of them. */
interface Kind {
  name: string
  paths: string[]
  start: () => Promise<Running>
}

/**
 * Processor time of the web processes a check, with four of them against one, each under as much load as it answers; and
 * the same of bare node:http with one prepared read, in the same rounds, which shows what the machine adds by itself when
 * its processors and their caches are shared.
 * @returns false when a check takes more than 1.15 ×
 */
export async function benchFourProcesses({ serials }: Seeded): Promise<boolean> {
  const service: Kind = {
    name: 'the service',
    paths: serials.map((serial) => `/api/public/credentials/verify/${serial}`),
    start: () => startService(),
  }
  const floor: Kind = {
    name: 'node:http',
    paths: serials.map((serial) => `/${serial}`),
    start: () => startFloor(serials),
  }
  const running: Running[] = []
  try {
    const sides = []
    for (const kind of [service, floor])
      sides.push({ kind, times: { one: [], four: [] } as Times, all: await startAll(kind, running) })
    for (let round = -1; round < ROUNDS; round += 1) {
      for (const { kind, times, all } of sides) {
        const alone = await cpuOf(all.slice(0, 1), kind.paths)
        const together = await cpuOf(all.slice(1), kind.paths)
        if (round < 0) continue
        times.one.push(alone)
        times.four.push(together)
      }
    }
    console.log('\nProcessor time of the web processes a request')
    const ratios = sides.map(({ kind, times }) => report(kind.name, times))
    const ratio = ratios[0] ?? Number.NaN
    console.log(`  ${ratio.toFixed(2)} × (at most ${MOST})${ratio > MOST ? '   MISSED' : ''}`)
    return ratio <= MOST
  } finally {
    await Promise.all(running.map((server) => server.stop()))
  }
}

type Times = Record<'one' | 'four', number[]>

/** One that is measured alone, and four. */
async function startAll(kind: Kind, running: Running[]): Promise<Running[]> {
  const all: Running[] = []
  for (let at = 0; at <= PROCESSES; at += 1) {
    const server = await kind.start()
    all.push(server)
    running.push(server)
  }
  return all
}

async function startFloor(serials: readonly string[]): Promise<Running> {
  const script = join(import.meta.dirname, 'floor-server.ts')
  return startServer(['--import', 'tsx', script], { DATABASE_URL: env().DATABASE_URL ?? '' }, `/${serials[0]}`)
}

/** Microseconds a request. */
async function cpuOf(services: readonly Running[], paths: string[]): Promise<number> {
  const used = () => services.reduce((sum, { pid }) => sum + cpuMilliseconds(pid), 0)
  const before = used()
  const loads = await Promise.all(services.map(({ url }) => sendLoad({ url, paths }, SECONDS)))
  const requests = loads.reduce((sum, load) => sum + load.requestsPerSecond * SECONDS, 0)
  return ((used() - before) * 1000) / requests
}

function report(name: string, { one, four }: Times): number {
  const ratio = median(four) / median(one)
  console.log(
    `  ${name.padEnd(12)} one ${median(one).toFixed(0)} µs   four ${median(four).toFixed(0)} µs   ${ratio.toFixed(2)} ×`,
  )
  return ratio
}

function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
