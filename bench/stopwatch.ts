import { median } from './median'

/** What a stretch of repeated work came to. */
export interface Timing {
  name: string
  /** Median milliseconds a piece. */
  milliseconds: number
}

/**
 * Times pieces of work one after the other, in alternation with their floors, so that a machine that changes its speed
 * does so for all of them.
 * @param works by name; each does one piece
 * @param rounds how many pieces each; two more warm up and are not counted
 */
export async function timeInTurn(works: Record<string, () => Promise<unknown>>, rounds: number): Promise<Timing[]> {
  const taken = new Map<string, number[]>(Object.keys(works).map((name) => [name, []]))
  for (let round = -2; round < rounds; round += 1) {
    for (const [name, work] of Object.entries(works)) {
      const began = performance.now()
      await work()
      if (round >= 0) taken.get(name)?.push(performance.now() - began)
    }
  }
  return [...taken].map(([name, times]) => ({ name, milliseconds: median(times) }))
}
