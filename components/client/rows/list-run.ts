import type { BatchAnswer } from '@/lib/contract/check/batch'
import { serialKey } from '@/lib/domain/certificate/serial'
import { type CheckedRow, isOld, rowResult } from '@/lib/scan/list/list-row'
import { type KnownLimit, nextBatch, readLimit } from '@/lib/scan/list/pace'
import { keepList, type KeptList } from './kept-list'

const BATCH = '/api/public/credentials/verify/batch'
/** How often a serial is asked for that could not be determined. */
const MOST_TRIES = 3
const FIRST_RETRY_MS = 5000
const LONGEST_RETRY_MS = 60_000

export type RunState = 'idle' | 'running' | 'waiting' | 'paused' | 'unreachable' | 'done'

/** Works through a list, batch after batch, within the limits. Only serials are sent. */
export class ListRun {
  state: RunState = 'idle'
  #limit: KnownLimit | null = null
  #tries = new Map<string, number>()
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
    return this.list.rows.filter((row) => row.serial !== null && !row.problem && row.result === null)
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
  }

  /** Asks again for what is older than a verdict may be. */
  forgetOld(): void {
    const now = Date.now()
    for (const row of this.list.rows) if (isOld(row, now)) row.result = null
  }

  /** Goes on until every row is checked, or it is paused. */
  async go(): Promise<void> {
    const turn = (this.#turn += 1)
    while (this.#turn === turn) {
      const serials = this.#openSerials()
      if (serials.length === 0) return this.#become('done')
      const next = nextBatch(this.#limit, serials.length, this.#isFirst)
      if ('waitMs' in next) {
        this.#become('waiting')
        await wait(next.waitMs)
        this.#limit = null
        continue
      }
      const checking = this.#check(serials.slice(0, next.take))
      // Said once it is under way: drawing the list takes as long as the answer does.
      this.#become('running')
      const pause = await checking
      if (pause === 0 || this.#turn !== turn) continue
      this.#become('unreachable')
      await wait(pause)
    }
  }

  /** Checks one batch. @returns how long to wait before the next, in milliseconds */
  async #check(serials: readonly string[]): Promise<number> {
    const answer = await this.#ask(serials).catch(() => null)
    if (answer === 'later') return 0
    if (answer === null) {
      this.#failures += 1
      return Math.min(FIRST_RETRY_MS * 2 ** (this.#failures - 1), LONGEST_RETRY_MS) * (1 + Math.random() / 5)
    }
    this.#failures = 0
    this.#isFirst = false
    if (this.#isOver) return 0
    this.#take(answer)
    // Shown first: keeping thousands of rows takes a moment.
    this.changed()
    await keepList(this.list)
    return 0
  }

  async #ask(serials: readonly string[]): Promise<BatchAnswer | 'later' | null> {
    const { reference } = this.list
    const body = JSON.stringify({ serials, receipt: true, ...(reference && { reference }) })
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(BATCH, { method: 'POST', headers, body, cache: 'no-store', credentials: 'omit' })
    this.#limit = readLimit(response.headers)
    if (response.status === 429) {
      // Another tab, or a colleague, was quicker: fewer fit into this minute, or none.
      const fewer = this.#limit !== null && this.#limit.remaining < serials.length && this.#limit.remaining > 0
      const seconds = Number(response.headers.get('retry-after')) || 10
      if (!fewer) this.#limit = { remaining: 0, resetsInMs: seconds * 1000 }
      return 'later'
    }
    return response.ok ? ((await response.json()) as BatchAnswer) : null
  }

  #take({ results, receipt_jwt: jwt }: BatchAnswer): void {
    const rows = new Map<string, CheckedRow[]>()
    for (const row of this.open) {
      const key = serialKey(row.serial ?? '')
      const known = rows.get(key)
      if (known) known.push(row)
      else rows.set(key, [row])
    }
    for (const result of results) {
      const key = serialKey(result.serial)
      const tries = (this.#tries.get(key) ?? 0) + 1
      this.#tries.set(key, tries)
      if (result.found === null && tries < MOST_TRIES) continue
      const read = rowResult(result, Date.now())
      for (const row of rows.get(key) ?? []) row.result = read
    }
    if (jwt) this.list.receipts.push(jwt)
  }

  /** Distinct, those that were tried least first. */
  #openSerials(): string[] {
    const distinct = new Map<string, string>()
    for (const { serial } of this.open) if (serial !== null) distinct.set(serialKey(serial), serial)
    const tried = (key: string) => this.#tries.get(key) ?? 0
    return [...distinct].sort(([one], [other]) => tried(one) - tried(other)).map(([, serial]) => serial)
  }

  #become(state: RunState): void {
    if (this.state === state) return
    this.state = state
    this.changed()
  }
}

const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))
