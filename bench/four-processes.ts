import { sendLoad, type Target } from './load'
import { cpuMilliseconds } from './process-figures'
import { type Running, startService } from './processes'
import type { Seeded } from './seed'

const PROCESSES = 4
const ROUNDS = 5
const SECONDS = 4
const MOST = 1.15

/**
 * Processor time of the web processes a check, with four of them against one, each under as much load as it answers.
 * @returns false when it is more than 1.15 ×
 */
export async function benchFourProcesses({ serials }: Seeded): Promise<boolean> {
  const paths = serials.map((serial) => `/api/public/credentials/verify/${serial}`)
  const services: Running[] = []
  try {
    for (let at = 0; at <= PROCESSES; at += 1) services.push(await startService())
    const [one, ...four] = services as [Running, ...Running[]]
    const times: Record<'one' | 'four', number[]> = { one: [], four: [] }
    for (let round = -1; round < ROUNDS; round += 1) {
      const alone = await cpuOf([one], paths)
      const together = await cpuOf(four, paths)
      if (round >= 0) {
        times.one.push(alone)
        times.four.push(together)
      }
    }
    const ratio = median(times.four) / median(times.one)
    console.log('\nProcessor time of the web processes a check')
    console.log(`  one process     ${median(times.one).toFixed(0)} µs`)
    console.log(
      `  four processes  ${median(times.four).toFixed(0)} µs   ${ratio.toFixed(2)} × (at most ${MOST})${ratio > MOST ? '   MISSED' : ''}`,
    )
    return ratio <= MOST
  } finally {
    await Promise.all(services.map((service) => service.stop()))
  }
}

/** Microseconds a request. */
async function cpuOf(services: readonly Running[], paths: string[]): Promise<number> {
  const used = () => services.reduce((sum, { pid }) => sum + cpuMilliseconds(pid), 0)
  const before = used()
  const loads = await Promise.all(services.map(({ url }) => sendLoad({ url, paths } satisfies Target, SECONDS)))
  const requests = loads.reduce((sum, load) => sum + load.requestsPerSecond * SECONDS, 0)
  return ((used() - before) * 1000) / requests
}

function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
