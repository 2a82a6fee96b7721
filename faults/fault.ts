import type { World } from './world'
import type { WorldOptions } from './world-options'

/** How much of everything: the whole suite, or a short look whether it still works. */
export interface Scale {
  short: boolean
  /** Picks the number of repetitions. */
  times(whole: number, short: number): number
}

/** What a fault reports beside what the judge counts. */
export interface Figures {
  /** How often the fault was made. */
  times: number
  /** Milliseconds from the end of each fault to the first good answer. */
  recoveries: number[]
  /** What else was measured, in words. */
  notes?: string[]
  /** What the fault itself found broken, in words; any makes the suite fail. */
  broken?: string[]
  /** Why it was not made, where it was not. */
  skipped?: string
}

/** One fault that the service has to survive. */
export interface Fault {
  /** As in `npm run test:faults -- NAME`. */
  name: string
  /** What happens, for the table. */
  title: string
  world?: WorldOptions
  /** Requests may end without an answer: their process or their connection was ended on purpose. */
  cuts?: boolean
  run(world: World, scale: Scale): Promise<Figures>
}

/** The scale of a run. */
export function scaleOf(short: boolean): Scale {
  return { short, times: (whole, less) => (short ? less : whole) }
}
