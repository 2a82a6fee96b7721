import { noteFile } from '@/lib/metrics'
import type { CertificateDocument, RenderedCertificate } from '@/lib/render/certificate/certificate-document'
import type { BatchReceiptDocument } from '@/lib/render/receipt/batch-receipt-document'
import type { ReceiptDocument } from '@/lib/render/receipt/receipt-document'
import { RenderChild } from './render-child'
import { RenderError } from './render-error'
import { RenderLines } from './render-lines'
import type { RenderAnswer, RenderResult, RenderTask } from './render-message'
import { DEFAULT_BOUNDS, type RenderPoolOptions } from './render-pool-options'

interface Job {
  task: RenderTask
  retried: boolean
  resolve: (result: RenderResult) => void
  reject: (error: RenderError) => void
}

interface Slot {
  child: RenderChild | null
  job: Job | null
  timer?: NodeJS.Timeout
}

/**
 * Makes certificates' files in child processes, started when first needed. Typesetter and rasteriser are native code
 * and WebAssembly, whose memory only a process bounds: a process is replaced after a number of tasks or megabytes, and
 * a crash or a time-out costs the one task that met it (a crash only when it happens twice).
 */
export class RenderPool {
  private readonly options: Required<RenderPoolOptions>
  private readonly slots: Slot[]
  private readonly waiting: RenderLines<Job>
  private closed: (() => void) | undefined
  private isClosed = false

  constructor(options: RenderPoolOptions = {}) {
    this.options = { ...DEFAULT_BOUNDS, ...options }
    this.waiting = new RenderLines(this.options.maxWaiting)
    this.slots = Array.from({ length: this.options.size }, () => ({ child: null, job: null }))
  }

  /**
   * Sets a certificate as a PDF/A-3a with its credential attached (spec part 7; ISO 19005-3).
   * @param isOneOfMany whether it waits in the line of those that come by the hundred, which passes on at each turn of the others
   * @throws RenderError `undrawable`, `busy`, `timeout`, `crashed`, `closed` or `failed`
   */
  async renderCertificate(document: CertificateDocument, isOneOfMany = false): Promise<RenderedCertificate> {
    return (await this.run({ kind: 'certificate', document, isOneOfMany })) as RenderedCertificate
  }

  /**
   * Draws the page of a certificate's PDF as a JPEG.
   * @param dots an inch
   * @throws RenderError as above
   */
  async renderJpeg(pdf: Uint8Array, dots: number): Promise<Uint8Array> {
    return (await this.run({ kind: 'jpeg', pdf, dots })) as Uint8Array
  }

  /**
   * Sets a receipt as a PDF/A-3a with the signed receipt attached.
   * @throws RenderError as above, but never `undrawable`
   */
  async renderReceipt(document: ReceiptDocument): Promise<Uint8Array> {
    return (await this.run({ kind: 'receipt', document })) as Uint8Array
  }

  /**
   * Sets a receipt over several checks as a PDF/A-3a with the signed receipt attached.
   * @throws RenderError as above, but never `undrawable`
   */
  async renderBatchReceipt(document: BatchReceiptDocument): Promise<Uint8Array> {
    return (await this.run({ kind: 'batch_receipt', document })) as Uint8Array
  }

  /** Ids of the running processes. */
  get pids(): number[] {
    return this.slots.flatMap((slot) => slot.child?.pid ?? [])
  }

  /** Refuses what waits and all that comes, waits for what runs, and ends the processes. */
  async close(): Promise<void> {
    this.isClosed = true
    for (const job of this.waiting.empty()) job.reject(new RenderError('closed', 'the render pool was closed'))
    if (this.slots.some((slot) => slot.job)) await new Promise<void>((resolve) => (this.closed = resolve))
    for (const slot of this.slots) this.dismiss(slot)
  }

  /** Tasks that wait for a process. */
  get waitingTasks(): number {
    return this.waiting.length
  }

  private async run(task: RenderTask): Promise<RenderResult> {
    try {
      const result = await this.queue(task)
      noteFile(task.kind, 'made')
      return result
    } catch (error) {
      noteFile(task.kind, error instanceof RenderError ? error.code : 'failed')
      throw error
    }
  }

  private queue(task: RenderTask): Promise<RenderResult> {
    return new Promise((resolve, reject) => {
      if (this.isClosed) return reject(new RenderError('closed', 'the render pool was closed'))
      if (this.waiting.join({ task, retried: false, resolve, reject })) this.assign()
      else reject(new RenderError('busy', `${this.waiting.length} files wait to be made already`))
    })
  }

  private assign(): void {
    // A process that runs already comes before one that would have to be started.
    const free = this.slots.filter((slot) => !slot.job).sort((a, b) => Number(!a.child) - Number(!b.child))
    for (const slot of free) {
      if (this.waiting.length === 0) break
      try {
        slot.child ??= this.start(slot)
      } catch (error) {
        this.refuseUnlessSomeWork(error)
        break
      }
      const job = this.waiting.next()
      if (job) this.begin(slot, slot.child, job)
    }
    if (this.closed && this.slots.every((slot) => !slot.job)) this.closed()
  }

  /**
   * Where the system starts no process at all, those that run take what waits. If none does, nothing would come back for it.
   * Nothing is thrown: what made the room may be an event of a process that ended, and an error there ends ours.
   */
  private refuseUnlessSomeWork(error: unknown): void {
    if (this.slots.some((slot) => slot.job)) return
    const words = `no rendering process could be started: ${String(error)}`
    for (const job of this.waiting.empty()) job.reject(new RenderError('crashed', words))
    this.closed?.()
  }

  private begin(slot: Slot, child: RenderChild, job: Job): void {
    slot.job = job
    child.give(job.task, () => {
      slot.timer = setTimeout(() => this.expire(slot), this.options.timeoutMs)
    })
  }

  private start(slot: Slot): RenderChild {
    const child: RenderChild = new RenderChild({
      answered: (answer) => {
        if (slot.child === child) this.finish(slot, child, answer)
      },
      ended: (lastWords) => {
        if (slot.child === child) this.lose(slot, lastWords)
      },
      unstarted: (error) => {
        if (slot.child === child) this.putBack(slot, error)
      },
    })
    return child
  }

  private finish(slot: Slot, child: RenderChild, answer: Exclude<RenderAnswer, { kind: 'ready' }>): void {
    const job = this.release(slot)
    child.rest()
    if (child.tasks >= this.options.tasksPerProcess || answer.rss > this.options.maxRss) this.dismiss(slot)
    if (answer.kind === 'made') job?.resolve(answer.result)
    else job?.reject(new RenderError(answer.code, answer.message))
    this.assign()
  }

  private expire(slot: Slot): void {
    const job = this.release(slot)
    slot.child?.kill()
    slot.child = null
    job?.reject(new RenderError('timeout', `the file was not made within ${this.options.timeoutMs} ms`))
    this.assign()
  }

  private lose(slot: Slot, lastWords: string): void {
    const job = this.release(slot)
    slot.child = null
    if (job && !job.retried) this.waiting.rejoin({ ...job, retried: true })
    else job?.reject(new RenderError('crashed', `the rendering process ended twice: ${lastWords}`))
    this.assign()
  }

  /** The process for its task was never there: that is no fault of the task, and another attempt at once would fail as well. */
  private putBack(slot: Slot, error: Error): void {
    const job = this.release(slot)
    slot.child = null
    if (job) this.waiting.rejoin(job)
    this.refuseUnlessSomeWork(error)
  }

  private release(slot: Slot): Job | null {
    const { job } = slot
    clearTimeout(slot.timer)
    slot.job = null
    return job
  }

  private dismiss(slot: Slot): void {
    slot.child?.dismiss()
    slot.child = null
  }
}
