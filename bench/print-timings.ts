import type { Timing } from './stopwatch'

/** Prints rows in pairs: each second one as a ratio to the floor before it. */
export function printTimings(title: string, timings: readonly Timing[]): void {
  console.log(`\n${title}`)
  for (const [index, { name, milliseconds }] of timings.entries()) {
    const floor = timings[index - 1]
    const ratio =
      index % 2 && floor ? `   ${(milliseconds / floor.milliseconds).toFixed(2)} × ${floor.name.trim()}` : ''
    console.log(`  ${name.padEnd(32)} ${milliseconds.toFixed(2).padStart(8)} ms${ratio}`)
  }
}
