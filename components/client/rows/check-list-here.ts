import { say } from '@/components/client/many/check-files'
import { type CheckedRow, isCurrent, needsLook } from '@/lib/scan/list/list-row'
import { MOST_ROWS, readListRows } from '@/lib/scan/list/read-rows'
import { isRefusal } from './ask-limited'
import { deleteList, handedFiles, keepList, keptList, type KeptList } from './kept-list'
import { save, saveCsv, saveRecord, saveXlsx } from './list-export'
import { fromList, readListFiles } from './list-files'
import { ListRun } from './list-run'
import { ListTable } from './list-table'
import { type ListWords, listWords } from './list-words'
import { offerWatching } from './offer-watching'

const BATCH_PDF = '/api/public/credentials/verify/batch?format=pdf'
/** Verdicts grow old while nobody touches the page. */
const AGE_EVERY_MS = 15_000

/** The list of the page for several certificates: read, checked, compared and kept on this device; only serials are sent. */
export function checkListHere(): void {
  const place = document.querySelector<HTMLElement>('[data-list]')
  const form = document.querySelector<HTMLFormElement>('form[data-list-form]')
  if (place && form && isSecureContext) new ListPage(place, form).begin()
}

class ListPage {
  readonly #words: ListWords
  readonly #table: ListTable
  #run: ListRun | null = null

  constructor(
    private readonly place: HTMLElement,
    private readonly form: HTMLFormElement,
  ) {
    this.#words = listWords(place)
    this.#table = new ListTable(place, this.#words, () => {
      this.#show()
      if (this.#run) void keepList(this.#run.list)
    })
  }

  begin(): void {
    this.#prepareForm()
    const act: Record<string, () => unknown> = {
      pause: () => (this.#isUnderWay ? this.#run?.pause() : void this.#run?.go()),
      again: () => this.#checkAgain(),
      delete: () => void this.#delete(),
      csv: () => saveCsv(this.#rows, this.#words),
      xlsx: () => void saveXlsx(this.#rows, this.#words),
      record: () => saveRecord(this.#run?.list.receipts ?? []),
      pdf: () => void this.#savePdf(),
    }
    for (const [name, perform] of Object.entries(act))
      this.#find(`[data-list-${name}]`)?.addEventListener('click', () => void perform())
    this.#find('[data-list-filter]')?.addEventListener('change', () => this.#show())
    offerWatching(this.place, () => this.#rows)
    setInterval(() => this.#show(), AGE_EVERY_MS)
    void this.#resume()
  }

  /** What another page handed over comes first, then what a page without this script could not take, then what was kept. */
  async #resume(): Promise<void> {
    const files = await handedFiles()
    const refused = document.querySelector('[data-outcome=too_many_serials]')
    if (files.length > 0 || refused) return this.#take(files)
    const list = await keptList()
    if (list && !this.#run) this.#open(list)
  }

  get #rows(): CheckedRow[] {
    return this.#run?.list.rows ?? []
  }

  get #isUnderWay(): boolean {
    return ['running', 'waiting', 'unreachable'].includes(this.#run?.state ?? '')
  }

  #find<E extends HTMLElement = HTMLElement>(selector: string): E | null {
    return this.place.querySelector<E>(selector)
  }

  #prepareForm(): void {
    const field = this.form.querySelector<HTMLInputElement>('input[type=file]')
    if (field) Object.assign(field, { multiple: true, accept: `${field.accept},.xlsx,.pdf,image/*` })
    const put = (selector: string, text: string) => {
      const element = document.querySelector(selector)
      if (element) element.textContent = text
    }
    put('[data-list-lead]', this.#words.lead)
    put('#serials-hint', this.#words.hint)
    put('label[for=list-file]', this.#words.file)
    this.form.querySelector<HTMLElement>('[data-list-reference]')?.removeAttribute('hidden')
    this.form.addEventListener('submit', (event) => {
      event.preventDefault()
      void this.#take([...(field?.files ?? [])])
    })
    document.addEventListener('dragover', (event) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault()
    })
    document.addEventListener('drop', (event) => {
      const files = [...(event.dataTransfer?.files ?? [])]
      if (files.length === 0) return
      event.preventDefault()
      void this.#take(files)
    })
  }

  async #take(files: readonly File[]): Promise<void> {
    // A reference that cannot be signed would have every batch refused.
    if (!this.form.reportValidity()) return
    const origins = JSON.parse(this.form.dataset.origins ?? '[]') as [string, ...string[]]
    const readText = (text: string) => readListRows(text, origins)
    say(this.form, this.#words.reading)
    const rows =
      files.length > 0
        ? await readListFiles(files, origins, readText).catch(() => null)
        : readText(this.form.querySelector('textarea')?.value ?? '').map(fromList)
    if (rows === null) return say(this.form, this.#words.failed)
    if (rows.length > MOST_ROWS) return say(this.form, this.#words.tooMany)
    if (rows.every(({ serial, file }) => serial === null && file === null)) return say(this.form, this.#words.none)
    say(this.form)
    const reference = this.form.querySelector<HTMLInputElement>('input[name=reference]')?.value.trim() ?? ''
    this.form.reset()
    const list = { rows, receipts: [], reference, createdAt: Date.now() }
    // What somebody waits for goes out first; the table is built and kept while the answer is on its way.
    this.#open(list, true)
    void keepList(list)
    this.place.scrollIntoView({ block: 'start' })
  }

  /** @param isNew it is checked at once; one that was kept waits for somebody who says so */
  #open(list: KeptList, isNew = false): void {
    this.#run?.end()
    const run = (this.#run = new ListRun(list, () => this.#show()))
    this.place.hidden = false
    // Nothing was checked, it says, or too many were sent: of the list that is now worked through neither is true.
    document.querySelector('[data-list-problem]')?.remove()
    if (isNew) return void run.go()
    run.state = run.open.length === 0 ? 'done' : 'paused'
    this.#show()
  }

  #checkAgain(): void {
    if (this.#run?.state === 'done') this.#run.forget()
    else this.#run?.forgetOld()
    void this.#run?.go()
  }

  async #delete(): Promise<void> {
    this.#run?.end()
    this.#run = null
    await deleteList()
    this.place.hidden = true
    this.form.querySelector('textarea')?.focus()
  }

  async #savePdf(): Promise<void> {
    const { reference = '', rows = [] } = this.#run?.list ?? {}
    const serials = [...new Set(rows.flatMap(({ serial }) => serial ?? []))]
    const body = JSON.stringify({ serials, receipt: true, ...(reference && { reference }) })
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(BATCH_PDF, { method: 'POST', headers, body, credentials: 'omit' }).catch(() => null)
    if (response?.ok) return save(await response.blob(), 'pdf')
    const isRefused = response !== null && isRefusal(response.status)
    this.#say(isRefused ? this.#words.states.refused : this.#words.outcomes.undetermined.heading)
  }

  #say(text: string): void {
    const status = this.#find('[data-list-status]')
    if (status && status.textContent !== text) status.textContent = text
  }

  #show(): void {
    const run = this.#run
    if (!run) return
    const now = Date.now()
    const rows = this.#rows
    const look = rows.filter((row) => needsLook(row, now))
    const open = run.open.length
    const only = this.#find<HTMLInputElement>('[data-list-filter]')?.checked
    this.#table.show(only ? look : rows)
    this.#say(this.#words.states[run.state])
    const progress = this.#find<HTMLProgressElement>('progress')
    if (progress) Object.assign(progress, { max: rows.length, value: rows.length - open })
    const genuine = rows.filter((row) => isCurrent(row, now)).length
    const counts = {
      checked: `${rows.length - open} / ${rows.length}`,
      genuine: String(genuine),
      look: String(look.length),
    }
    for (const [name, text] of Object.entries(counts)) {
      const count = this.#find(`[data-list-count=${name}]`)
      if (count) count.textContent = text
    }
    const pause = this.#find<HTMLButtonElement>('[data-list-pause]')
    if (pause) {
      pause.textContent = this.#isUnderWay ? this.#words.pause : this.#words.resume
      pause.hidden = open === 0
    }
    const serials = new Set(rows.flatMap(({ serial }) => serial ?? [])).size
    const hide = (name: string, hidden: boolean) => {
      const button = this.#find<HTMLButtonElement>(`[data-list-${name}]`)
      if (button) button.hidden = hidden
    }
    hide('again', this.#isUnderWay)
    hide('record', run.list.receipts.length === 0)
    hide('pdf', open > 0 || serials === 0 || serials > 100)
  }
}
