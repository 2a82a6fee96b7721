import { heldMarkup } from '@/components/client/held-markup'
import { momentText } from '@/components/client/moment-text'
import {
  callsForLook,
  type CheckedRow,
  isOld,
  lookedAt,
  needsLook,
  rowComparison,
  type SharedSerial,
} from '@/lib/scan/list/list-row'
import type { ListWords } from './list-words'

/** Rows in the page at a time: thousands of them would make every touch wait. */
const PAGE_ROWS = 100

/** What a row of the page shows, to leave alone what has not changed. */
interface ShownRow {
  row: CheckedRow
  said: string
}

/** The table of a list, a part of it at a time. */
export class ListTable {
  #first = 0
  #rows: readonly CheckedRow[] = []
  #shown: ShownRow[] = []
  #same: ReadonlyMap<CheckedRow, SharedSerial> = new Map()

  /** @param looked is called once somebody noted that they looked at a row, or that they did not */
  constructor(
    private readonly place: HTMLElement,
    private readonly words: ListWords,
    private readonly looked: () => void,
  ) {
    this.#on('previous', () => this.#turnTo(this.#first - PAGE_ROWS))
    this.#on('next', () => this.#turnTo(this.#first + PAGE_ROWS))
    this.#find('[data-list-rows]')?.addEventListener('change', ({ target }) => this.#noteLook(target))
  }

  /**
   * Shows rows, from where the reader is.
   * @param same as of `sameSerials` of the whole list
   */
  show(rows: readonly CheckedRow[], same: ReadonlyMap<CheckedRow, SharedSerial>): void {
    this.#rows = rows
    this.#same = same
    this.#turnTo(this.#first)
  }

  #on(name: string, act: () => void): void {
    this.#find(`[data-list-${name}]`)?.addEventListener('click', act)
  }

  #find<E extends HTMLElement = HTMLElement>(selector: string): E | null {
    return this.place.querySelector<E>(selector)
  }

  #noteLook(target: EventTarget | null): void {
    if (!(target instanceof HTMLInputElement)) return
    const at = [...(this.#find('[data-list-rows]')?.children ?? [])].findIndex((line) => line.contains(target))
    const row = this.#shown[at]?.row
    if (!row) return
    row.looked = target.checked ? lookedAt(row) : null
    this.looked()
  }

  #turnTo(first: number): void {
    const last = Math.max(0, Math.ceil(this.#rows.length / PAGE_ROWS) - 1) * PAGE_ROWS
    this.#first = Math.min(Math.max(0, first), last)
    const shown = this.#rows.slice(this.#first, this.#first + PAGE_ROWS)
    this.#putRows(shown)
    const pages = this.#find('[data-list-pages]')
    if (pages) pages.hidden = this.#rows.length <= PAGE_ROWS
    const numbers = [this.#first + 1, this.#first + shown.length, this.#rows.length].map(String)
    const said = this.words.rows.replace(/\{(\d)\}/g, (_, index: string) => numbers[Number(index)] ?? '')
    const range = this.#find('[data-list-range]')
    if (range) range.textContent = said
    for (const [name, isOff] of [
      ['previous', this.#first === 0],
      ['next', this.#first >= last],
    ] as const) {
      const button = this.#find<HTMLButtonElement>(`[data-list-${name}]`)
      if (button) button.disabled = isOff
    }
  }

  /** Only what changed is put anew: whoever is in the middle of a row, with eye, finger or keyboard, stays there. */
  #putRows(rows: readonly CheckedRow[]): void {
    const body = this.#find('[data-list-rows]')
    if (!body) return
    const now = Date.now()
    const focused = [...body.children].findIndex((line) => line.contains(document.activeElement))
    const control = document.activeElement?.matches('input') ? 'input' : 'a'
    for (const [index, row] of rows.entries()) {
      const said = JSON.stringify([row, isOld(row, now), needsLook(row, now), this.#sameOf(row)])
      const before = this.#shown[index]
      if (before?.said === said) {
        this.#shown[index] = { row, said }
        continue
      }
      const line = this.#row(row, now)
      if (!line) return
      const present = body.children[index]
      if (present) present.replaceWith(line)
      else body.append(line)
      this.#shown[index] = { row, said }
    }
    while (body.children.length > rows.length) body.lastElementChild?.remove()
    this.#shown.length = rows.length
    if (focused !== -1 && !body.contains(document.activeElement)) {
      const next = body.children[Math.min(focused, rows.length - 1)]
      const heir = next?.querySelector<HTMLElement>(control) ?? this.#find('[data-list-filter]')
      heir?.focus({ preventScroll: true })
    }
  }

  #row(row: CheckedRow, now: number): Node | null {
    const line = heldMarkup('[data-list-row]', this.place)
    const whole = line?.querySelector('tr')
    if (!line || !whole) return null
    const { result } = row
    const old = isOld(row, now)
    const verdict = this.words.verdictOf(row)
    whole.dataset.status = row.problem ?? result?.status ?? 'waiting'
    if (needsLook(row, now)) whole.dataset.look = ''
    const put = (slot: string, text: string | null | undefined) => {
      const cell = line.querySelector(`[data-slot=${slot}]`)
      if (cell) cell.textContent = text ?? ''
    }
    put('serial', row.serial ?? row.file ?? (row.typed ? '' : '–'))
    const beside = row.typed && this.words.besideOf(row.typed)
    put('file', row.serial === null ? row.typed : (row.file ?? beside))
    put('same', this.#sameOf(row))
    put('name', result?.name ?? '–')
    put('expected', row.expected)
    put('replaced', result?.replacedBy)
    put('dates', this.#datesOf(row))
    this.#putVerdict(line, old ? { tone: 'unknown', heading: verdict.heading } : verdict)
    if (result && result.at !== null) {
      const said = old ? this.words.old : this.words.checkedAt
      put(old ? 'old' : 'checked', said.replace('{0}', momentText(result.at, this.words)))
    }
    const comparison = rowComparison(row)
    put('comparison', comparison ? this.words.comparison[comparison.result] : '')
    if (comparison?.result === 'likely_same')
      put('reasons', comparison.reasons.map((reason) => this.words.reasons[reason]).join(' '))
    const compared = line.querySelector<HTMLElement>('[data-slot=comparison]')
    if (compared && comparison) compared.dataset.result = comparison.result
    const tick = line.querySelector<HTMLInputElement>('[data-looked]')
    if (tick) tick.checked = row.looked === lookedAt(row)
    if (old || !callsForLook(row)) tick?.closest('label')?.remove()
    this.#link(line, 'whole', row.serial)
    this.#link(line, 'current', result?.replacedBy ?? null)
    for (const said of line.querySelectorAll<HTMLElement>('[data-replacement]'))
      if (said.dataset.replacement !== result?.replacementStatus) said.remove()
    return line
  }

  /** Empty where no other row has its serial. */
  #sameOf(row: CheckedRow): string {
    const shared = this.#same.get(row)
    return shared ? this.words.sameOf(shared) : ''
  }

  #datesOf({ result }: CheckedRow): string {
    if (!result?.issuedAt) return ''
    const [forever, until] = this.words.dates
    // Apart from a text that runs from right to left, which would turn its parts around.
    const day = (time: string) => `\u2066${time.slice(0, 10).replaceAll('-', '\u2011')}\u2069`
    const issued = day(result.issuedAt)
    return result.expiresAt
      ? until.replace('{0}', issued).replace('{1}', day(result.expiresAt))
      : forever.replace('{0}', issued)
  }

  #putVerdict(line: DocumentFragment, { tone, heading }: { tone: string; heading: string }): void {
    const place = line.querySelector<HTMLElement>('[data-slot=verdict]')
    const shape = heldMarkup(`[data-shape=${tone}]`, this.place)
    if (!place) return
    place.classList.add(tone)
    const words = document.createElement('strong')
    words.textContent = heading
    place.replaceChildren(...(shape ? [shape] : []), words)
  }

  #link(line: DocumentFragment, name: string, serial: string | null): void {
    const link = line.querySelector<HTMLAnchorElement>(`a[data-link=${name}]`)
    if (!link) return
    if (serial === null) link.remove()
    else link.href = `/verify/${encodeURIComponent(serial)}`
  }
}
