import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { Seeded } from '@/bench/data/seed'
import { median } from '@/bench/median'
import { env } from '@/lib/env'
import { sendLoad, sendRequests } from './load'
import { cpuMilliseconds } from './process-figures'
import { type Running, startServer, startService } from './processes'

const PROCESSES = 4
const ROUNDS = 5
const SECONDS = 4
const MOST = 1.15
/** Requests that each process answers first: code that ran less is compiled less. */
const WARM = 10_000

/** Processes of one kind, and what is asked of them. */
interface Kind {
  name: string
  paths: string[]
  start: () => Promise<Running>
}

/** Microseconds of processor time a request, one entry a round. */
interface Times {
  one: number[]
  four: number[]
  /** One while three of the other kind are under load, too: processors and caches as full as with four. */
  among: number[]
}

/** Four against one alone, and against one among three of the other kind. */
interface Ratios {
  overOne: number
  overAmong: number
}

/** One kind with its processes: the first is measured alone, the others together. */
interface Side {
  kind: Kind
  all: Running[]
  times: Times
}

/**
 * Processor time of the web processes a check, with four of them against one, each under as much load as it answers; and
 * the same of bare node:http with one prepared read, in the same rounds. Where processors are fewer than processes, four
 * of anything take longer, because they share caches: there the bound is held against one process that has three of
 * node:http for neighbours (docs/decisions/0036-four-processes-on-two-processors.md).
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
    const [ours, floors] = [await startSide(service, running), await startSide(floor, running)]
    for (let round = 0; round < ROUNDS; round += 1) {
      await measure(ours, floors)
      await measure(floors, ours)
    }
    console.log('\nProcessor time of the web processes a request')
    const { overOne, overAmong } = report(ours)
    report(floors)
    const isCrowded = availableParallelism() <= PROCESSES
    const ratio = isCrowded ? overAmong : overOne
    const against = isCrowded ? 'one among three of node:http, since processors are few' : 'one alone'
    console.log(`  ${ratio.toFixed(2)} × of ${against} (at most ${MOST})${ratio <= MOST ? '' : '   MISSED'}`)
    return ratio <= MOST
  } finally {
    await Promise.all(running.map((server) => server.stop()))
  }
}

/** One that is measured alone, and four; all of them warm. */
async function startSide(kind: Kind, running: Running[]): Promise<Side> {
  const all: Running[] = []
  for (let at = 0; at <= PROCESSES; at += 1) {
    const server = await kind.start()
    all.push(server)
    running.push(server)
    await sendRequests({ url: server.url, paths: kind.paths }, WARM)
  }
  return { kind, all, times: { one: [], four: [], among: [] } }
}

/** One round of one kind. */
async function measure({ kind, all, times }: Side, other: Side): Promise<void> {
  const [alone, together] = [all.slice(0, 1), all.slice(1)]
  times.one.push(await cpuOf(alone, kind.paths))
  times.four.push(await cpuOf(together, kind.paths))
  const loads = other.all.slice(2).map(({ url }) => sendLoad({ url, paths: other.kind.paths }, SECONDS))
  times.among.push(await cpuOf(alone, kind.paths))
  await Promise.all(loads)
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

function report({ kind, times }: Side): Ratios {
  const [one, four, among] = [median(times.one), median(times.four), median(times.among)]
  const [overOne, overAmong] = [four / one, four / among]
  const alone = `one ${one.toFixed(0)} µs   four ${four.toFixed(0)} µs   ${overOne.toFixed(2)} ×`
  const neighbours = `one among three of the other kind ${among.toFixed(0)} µs   ${overAmong.toFixed(2)} ×`
  console.log(`  ${kind.name.padEnd(12)} ${alone}   ${neighbours}`)
  return { overOne, overAmong }
}
