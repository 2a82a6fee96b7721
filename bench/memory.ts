import type { Seeded } from './data/seed'
import { sendRequests } from './load/load'
import { residentMegabytes } from './load/process-figures'
import { startService } from './load/processes'

const FIRST = 10_000
const ALL = Number(process.env.BENCH_REQUESTS ?? 1_000_000)
const STEP = 100_000
const MOST = 1.2

/**
 * Memory of the web process after ten thousand checks and after a million.
 * @returns false when it grew to more than 1.2 ×
 */
export async function benchMemory({ serials }: Seeded): Promise<boolean> {
  const service = await startService()
  const target = { url: service.url, paths: serials.map((serial) => `/api/public/credentials/verify/${serial}`) }
  try {
    const warm = await sendRequests(target, FIRST)
    const first = residentMegabytes(service.pid)
    console.log(`\nMemory of the web process\n  after ${warm} requests: ${first.toFixed(0)} MB`)
    let last = first
    for (let sent = warm; sent < ALL;) {
      sent += await sendRequests(target, Math.min(STEP, ALL - sent))
      last = residentMegabytes(service.pid)
      console.log(`  after ${sent} requests: ${last.toFixed(0)} MB`)
    }
    const ratio = last / first
    console.log(`  ${ratio.toFixed(2)} × (at most ${MOST})${ratio > MOST ? '   MISSED' : ''}`)
    return ratio <= MOST
  } finally {
    await service.stop()
  }
}
