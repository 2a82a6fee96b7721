import { median } from '@/bench/median'
import { type Load, sendLoad, type Target } from './load'

/** A named subject or floor. */
export interface Contestant {
  name: string
  target: Target
}

/** The medians of one contestant over all rounds. */
export interface Measured extends Omit<Load, 'requests'> {
  name: string
}

/**
 * Measures contestants in alternation, so that a machine that gets slower or faster does so for all of them.
 * @param rounds how often each; a first, shorter round warms up and is not counted
 */
export async function alternate(contestants: Contestant[], rounds: number, seconds: number): Promise<Measured[]> {
  const loads = new Map<string, Load[]>(contestants.map(({ name }) => [name, []]))
  for (let round = 0; round <= rounds; round += 1) {
    for (const { name, target } of contestants) {
      const load = await sendLoad(target, round === 0 ? 2 : seconds)
      if (round > 0) loads.get(name)?.push(load)
    }
  }
  return contestants.map(({ name }) => {
    const all = loads.get(name) ?? []
    return {
      name,
      requestsPerSecond: median(all.map((load) => load.requestsPerSecond)),
      p50: median(all.map((load) => load.p50)),
      p99: median(all.map((load) => load.p99)),
      refused: all.reduce((sum, load) => sum + load.refused, 0),
    }
  })
}
