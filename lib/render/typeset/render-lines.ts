import type { RenderTask } from './render-message'

/** How many tasks may wait in each line. */
export interface LineLimits {
  /** Certificates of which each is one of many: a run asks for two hundred at once. */
  bulk: number
  /** Certificates of which somebody waits for one: a correction, which holds its issuer meanwhile, or a preview. */
  single: number
  /** Receipts and pictures, which somebody waits for each: few, since their requests hold places meanwhile (decision 128). */
  asked: number
}

/** The lines, in the order in which they take turns. */
const LINES = ['bulk', 'single', 'asked'] as const satisfies (keyof LineLimits)[]

/**
 * The tasks that wait for a process, in lines that take turns: who issues thousands keeps nobody from a correction or a receipt,
 * and who asks for receipts keeps nobody from issuing.
 */
export class RenderLines<Job extends { task: RenderTask }> {
  readonly #limits: LineLimits
  readonly #lines: Record<keyof LineLimits, Job[]> = { bulk: [], single: [], asked: [] }
  #last: keyof LineLimits = 'bulk'

  constructor(limits: LineLimits) {
    this.#limits = limits
  }

  /** @returns false where too many wait in the job's line */
  join(job: Job): boolean {
    const line = lineOf(job)
    if (this.#lines[line].length >= this.#limits[line]) return false
    this.#lines[line].push(job)
    return true
  }

  /** Lets a job that was begun in vain be the next one of its line. */
  rejoin(job: Job): void {
    this.#lines[lineOf(job)].unshift(job)
  }

  /** Takes the next job, by turns from each line in which one waits. */
  next(): Job | undefined {
    const from = LINES.indexOf(this.#last) + 1
    const inTurn = [...LINES.slice(from), ...LINES.slice(0, from)]
    this.#last = inTurn.find((line) => this.#lines[line].length > 0) ?? this.#last
    return this.#lines[this.#last].shift()
  }

  /** Takes all of them. */
  empty(): Job[] {
    return Object.values(this.#lines).flatMap((line) => line.splice(0))
  }

  get length(): number {
    return Object.values(this.#lines).reduce((sum, line) => sum + line.length, 0)
  }
}

function lineOf({ task }: { task: RenderTask }): keyof LineLimits {
  if (task.kind !== 'certificate') return 'asked'
  return task.isOneOfMany ? 'bulk' : 'single'
}
