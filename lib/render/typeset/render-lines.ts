import type { RenderTask } from './render-message'

/** How many tasks may wait in each line. */
export interface LineLimits {
  /** Certificates, of which a run asks for two hundred at once: more, so that somebody can correct one meanwhile. */
  issued: number
  /** Receipts and pictures, which somebody waits for each: few, since their requests hold places meanwhile (decision 128). */
  asked: number
}

/**
 * The tasks that wait for a process, in two lines that take turns: who issues thousands keeps nobody from a receipt, and who
 * asks for receipts keeps nobody from issuing.
 */
export class RenderLines<Job extends { task: RenderTask }> {
  readonly #limits: LineLimits
  readonly #lines: Record<keyof LineLimits, Job[]> = { issued: [], asked: [] }
  #last: keyof LineLimits = 'issued'

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

  /** Takes the next job, by turns from either line. */
  next(): Job | undefined {
    const other = this.#last === 'issued' ? 'asked' : 'issued'
    if (this.#lines[other].length > 0) this.#last = other
    return this.#lines[this.#last].shift()
  }

  /** Takes all of them. */
  empty(): Job[] {
    return Object.values(this.#lines).flatMap((line) => line.splice(0))
  }

  get length(): number {
    return this.#lines.issued.length + this.#lines.asked.length
  }
}

function lineOf({ task }: { task: RenderTask }): keyof LineLimits {
  return task.kind === 'certificate' ? 'issued' : 'asked'
}
