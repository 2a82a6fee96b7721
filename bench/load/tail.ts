import { median } from '@/bench/median'
import type { Contestant } from './alternate'
import { type PacedLoad, sendPacedLoad } from './paced-load'

const STRETCHES = 5
const SECONDS = 8

/** What is sent at a steady rate, and how often in a second. */
export interface Paced extends Contestant {
  rate: number
}

/**
 * The 99th percentile against the median at a steady rate, in stretches that subject and floor take in turn. The floor's
 * shows what the machine itself makes of a tail; there is no bound on it.
 * @param most how many times its median the subject's may be, in each of the stretches
 * @returns false where it is more, or an answer was not 200
 */
export async function benchTail(subject: Paced, floor: Paced, most: number): Promise<boolean> {
  const stretches: [PacedLoad[], PacedLoad[]] = [[], []]
  for (let stretch = 0; stretch < STRETCHES; stretch += 1)
    for (const [at, { target, rate }] of [subject, floor].entries())
      stretches[at]?.push(await sendPacedLoad(target, rate, SECONDS))
  console.log(`\n  At a steady rate, ${STRETCHES} stretches of ${SECONDS} s each in turn:`)
  const reached = report(subject, stretches[0], most)
  report(floor, stretches[1], Infinity)
  return reached
}

function report({ name, rate }: Paced, stretches: readonly PacedLoad[], most: number): boolean {
  const ratios = stretches.map(({ p50, p99 }) => p99 / p50)
  const refused = stretches.reduce((sum, stretch) => sum + stretch.refused, 0)
  const ratio = median(ratios)
  const isGood = Math.max(...ratios) <= most && refused === 0
  console.log(
    `  ${name.padEnd(32)} ${rate.toFixed(0).padStart(6)} /s   p50 ${median(stretches.map(({ p50 }) => p50)).toFixed(1)} ms   ` +
      `p99 ${median(stretches.map(({ p99 }) => p99)).toFixed(1)} ms   ${ratio.toFixed(1)} × p50 ` +
      `(${ratios.map((one) => one.toFixed(1)).join(', ')}${Number.isFinite(most) ? `; at most ${most}` : ''})` +
      `${refused > 0 ? `   NOT 200: ${refused}` : ''}${isGood ? '' : '   MISSED'}`,
  )
  return isGood
}
