import type { Seeded } from '@/bench/data/seed'
import { alternate } from './alternate'
import { startService } from './processes'

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5)
const SECONDS = Number(process.env.BENCH_SECONDS ?? 3)
const SERIALS = 100
/** A batch of a hundred answers so many times as many serials a second as one caller who asks for one after the other. */
const LEAST = 25

/**
 * Checks of one caller, one by one and a hundred at once, in alternation.
 * @returns false when the bound was missed
 */
export async function benchBatch({ serials }: Seeded): Promise<boolean> {
  const { url, stop } = await startService()
  const bodies = Array.from({ length: 50 }, (_, body) =>
    JSON.stringify({
      serials: Array.from({ length: SERIALS }, (__, index) => serials[(body * 37 + index * 7) % serials.length]),
    }),
  )
  try {
    const [one, many] = await alternate(
      [
        {
          name: 'one by one',
          target: {
            ...{ url, connections: 1 },
            paths: serials.map((serial) => `/api/public/credentials/verify/${serial}`),
          },
        },
        {
          name: 'a hundred at once',
          target: {
            ...{ url, connections: 1, method: 'POST', bodies },
            paths: ['/api/public/credentials/verify/batch'],
            headers: { 'content-type': 'application/json' },
          },
        },
      ],
      ROUNDS,
      SECONDS,
    )
    if (!one || !many || one.refused + many.refused > 0) return false
    const ratio = (many.requestsPerSecond * SERIALS) / one.requestsPerSecond
    console.log('\nChecks of one caller')
    console.log(`  one by one          ${one.requestsPerSecond.toFixed(0).padStart(6)} serials/s   p50 ${one.p50} ms`)
    console.log(
      `  a hundred at once   ${(many.requestsPerSecond * SERIALS).toFixed(0).padStart(6)} serials/s   p50 ${many.p50} ms` +
        `   ${ratio.toFixed(1)} × (at least ${LEAST})${ratio < LEAST ? '   MISSED' : ''}`,
    )
    return ratio >= LEAST
  } finally {
    await stop()
  }
}
