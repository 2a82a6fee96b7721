import type { BatchAnswer, BatchResult } from '@/lib/contract/check/batch'
import { partedSerial, serialKey } from '@/lib/domain/certificate/serial'
import { type CheckedRow, isOld, isToLookUp, rowResult, takeResult } from '@/lib/scan/list/list-row'
import { nextBatch, serviceTime } from '@/lib/scan/list/pace'
import { LimitedAsk, pauseAfter, wait } from './ask-limited'
import { keepList, type KeptList } from './kept-list'
import { TextReadings } from './text-readings'

const VERIFY = '/api/public/credentials/verify/'
const BATCH = `${VERIFY}batch`
const FILES = '/api/public/artifacts/'
/** How often a serial is asked for that could not be determined. */
const MOST_TRIES = 3

export type RunState = 'idle' | 'running' | 'waiting' | 'paused' | 'unreachable' | 'refused' | 'done'

/** How a step of the work went. */
type Step = 'done' | 'later' | 'refused' | 'failed'

const undetermined = (serial: string): BatchResult => {
  const nothing = { certificate: null, verification: null, replacement_certificate: null, error: null }
  return { serial, found: null, ...nothing }
}

/** Has a row be about the serial of ours that its text stood for, and say what was written where that was more. */
function stand(row: CheckedRow, serial: string): void {
  if (row.serial !== null && partedSerial(row.serial) === null) row.typed ??= row.serial
  row.serial = serial
}

/** Works through a list, file after file and batch after batch, within the limits. Only fingerprints and serials are sent. */
export class ListRun {
  state: RunState = 'idle'
  readonly #batches = new LimitedAsk()
  readonly #files = new LimitedAsk()
  #tries = new Map<string, number>()
  readonly #texts = new TextReadings()
  #failures = 0
  #turn = 0
  #isOver = false
  /** Until something was answered. */
  #isFirst = true

  constructor(
    readonly list: KeptList,
    private readonly changed: () => void,
  ) {}

  /** Rows that have neither a verdict nor a reason why there is none to be had. */
  get open(): CheckedRow[] {
    return this.list.rows.filter(
      (row) => isToLookUp(row) || (row.serial !== null && !row.problem && row.result === null),
    )
  }

  pause(): void {
    this.#turn += 1
    this.#become('paused')
  }

  /** Stops for good: an answer that is still on its way is not kept, so that a deleted or replaced list stays so. */
  end(): void {
    this.#isOver = true
    this.pause()
  }

  /** Puts every verdict aside, so that all of them are asked for again, with new receipts. */
  forget(): void {
    for (const row of this.list.rows) row.result = null
    this.list.receipts = []
    this.#tries.clear()
    this.#texts.clear()
  }

  /** Asks again for what is older than a verdict may be. */
  forgetOld(): void {
    const now = Date.now()
    for (const row of this.list.rows) if (isOld(row, now)) row.result = null
  }

  /** Goes on until every row is checked, it is paused, or it is refused. */
  async go(): Promise<void> {
    const turn = (this.#turn += 1)
    while (this.#turn === turn) {
      const file = this.list.rows.find(isToLookUp)
      const serials = file ? [] : this.#openSerials()
      if (!file && serials.length === 0) return this.#become('done')
      const asking = file ? this.#files : this.#batches
      const next = file ? nextBatch(asking.limit, 1) : nextBatch(asking.limit, serials.length, this.#isFirst)
      if ('waitMs' in next) {
        this.#become('waiting')
        await wait(next.waitMs)
        asking.limit = null
        continue
      }
      const stepping = file ? this.#lookUp(file) : this.#settleOrCheck(serials.slice(0, next.take))
      // Said once it is under way: drawing the list takes as long as the answer does.
      this.#become('running')
      const step = await stepping.catch((): Step => 'failed')
      if (step === 'done') this.#failures = 0
      if (this.#turn !== turn) return
      if (step === 'refused') return this.#become('refused')
      if (step !== 'failed') continue
      this.#become('unreachable')
      await wait(pauseAfter((this.#failures += 1)))
    }
  }

  /** Asks which certificate a file belongs to: only one that was issued, byte for byte, has its fingerprint. */
  async #lookUp(row: CheckedRow): Promise<Step> {
    const answer = await this.#files.ask(`${FILES}${row.fingerprint ?? ''}`, {}, 1, [404])
    if (typeof answer === 'string') return answer
    const found = answer.ok ? ((await answer.json()) as { certificate: { serial: string } }) : null
    if (this.#isOver) return 'done'
    if (found) row.serial = found.certificate.serial
    else row.problem = 'not_issued'
    return this.#keep()
  }

  /** Checks a batch once it is known what each of its texts stands for, so that nothing is counted twice, nor signed that nobody meant. */
  #settleOrCheck(serials: readonly string[]): Promise<Step> {
    const unclear = serials.filter((serial) => this.#texts.meant(serial) !== null)
    const clear = serials.filter((serial) => this.#texts.meant(serial) === null)
    const next = unclear.find((serial) => !this.#tries.has(serialKey(serial))) ?? (clear.length === 0 && unclear[0])
    return next ? this.#settle(next) : this.#check(clear)
  }

  /**
   * Finds out whether a text stands for a serial of ours: only where a certificate has that, and none the text itself. HEAD counts no check.
   * A serial that alone cannot be determined, while the service answers for the text, is none that could be checked.
   */
  async #settle(written: string): Promise<Step> {
    const meant = this.#texts.meant(written) ?? written
    const own = await this.#ask(meant, [404, 503])
    if (typeof own === 'string') return own
    const itself = own.status === 404 ? own : await this.#ask(written, [404])
    if (typeof itself === 'string') return itself
    if (this.#isOver) return 'done'
    const key = serialKey(written)
    const rows = this.open.filter(({ serial }) => serial !== null && serialKey(serial) === key)
    if (own.status === 404 || itself.ok) this.#texts.settle(written)
    else if (own.ok) for (const row of rows) stand(row, meant)
    else if (this.#isLastTry(key)) {
      const read = rowResult(undetermined(written), Date.now(), serviceTime(own.headers))
      for (const row of rows) row.result = read
    }
    return this.#keep()
  }

  #ask(serial: string, answers: readonly number[]) {
    return this.#batches.ask(`${VERIFY}${encodeURIComponent(serial)}`, { method: 'HEAD' }, 1, answers)
  }

  /** Checks one batch. */
  async #check(serials: readonly string[]): Promise<Step> {
    const { reference } = this.list
    const body = JSON.stringify({ serials, receipt: true, ...(reference && { reference }) })
    const headers = { 'content-type': 'application/json' }
    const answer = await this.#batches.ask(BATCH, { method: 'POST', headers, body }, serials.length)
    if (typeof answer === 'string') return answer
    const read = (await answer.json()) as BatchAnswer
    this.#isFirst = false
    if (this.#isOver) return 'done'
    this.#take(read, serviceTime(answer.headers))
    return this.#keep()
  }

  /** Shown first: keeping thousands of rows takes a moment. */
  async #keep(): Promise<'done'> {
    this.changed()
    await keepList(this.list)
    return 'done'
  }

  #take({ results, receipt_jwt: jwt }: BatchAnswer, saidAt: number | null): void {
    const rows = new Map<string, CheckedRow[]>()
    for (const row of this.open) {
      const key = serialKey(this.#texts.asked(row.serial ?? ''))
      const known = rows.get(key)
      if (known) known.push(row)
      else rows.set(key, [row])
    }
    for (const result of results) {
      const key = serialKey(result.serial)
      if (!this.#isLastTry(key) && result.found === null) continue
      const read = rowResult(result, Date.now(), saidAt)
      for (const row of rows.get(key) ?? []) {
        const written = row.serial ?? ''
        const isInside = serialKey(written) !== key
        if (isInside && result.found) stand(row, result.serial)
        if (isInside && result.found === false) this.#texts.settle(written)
        else takeResult(row, read)
      }
    }
    if (jwt) this.list.receipts.push(jwt)
  }

  /** Counts a try of a serial. */
  #isLastTry(key: string): boolean {
    const tries = (this.#tries.get(key) ?? 0) + 1
    this.#tries.set(key, tries)
    return tries >= MOST_TRIES
  }

  /** Distinct, those that were tried least first. */
  #openSerials(): string[] {
    const distinct = new Map<string, string>()
    for (const { serial } of this.open)
      if (serial !== null) distinct.set(serialKey(this.#texts.asked(serial)), this.#texts.asked(serial))
    const tried = (key: string) => this.#tries.get(key) ?? 0
    return [...distinct].sort(([one], [other]) => tried(one) - tried(other)).map(([, serial]) => serial)
  }

  #become(state: RunState): void {
    if (this.state === state) return
    this.state = state
    this.changed()
  }
}
