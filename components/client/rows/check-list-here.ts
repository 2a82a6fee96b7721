import { whenVerdictsAge } from '@/components/client/offline/age-verdict'
import { type CheckedRow, isCurrent, isForAnother, isOld, needsLook, sameSerials } from '@/lib/scan/list/list-row'
import { isOwnAnswer, isRefusal } from './ask-limited'
import { handedFiles } from './handed-files'
import { deleteList, holdsWork, keepList, keptList, type KeptList, replaceList } from './kept-list'
import { save, saveCsv, saveRecord, saveXlsx } from './list-export'
import { ListForm } from './list-form'
import { ListRun } from './list-run'
import { ListTable } from './list-table'
import { type ListWords, listWords } from './list-words'
import { offerWatching } from './offer-watching'
import { showSources } from './show-sources'

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
  readonly #form: ListForm
  readonly #table: ListTable
  #run: ListRun | null = null

  constructor(
    private readonly place: HTMLElement,
    form: HTMLFormElement,
  ) {
    this.#words = listWords(place)
    this.#form = new ListForm(form, this.#words)
    this.#table = new ListTable(place, this.#words, () => {
      this.#show()
      if (this.#run) void keepList(this.#run.list)
    })
  }

  begin(): void {
    this.#form.prepare((files) => void this.#take(files))
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
    whenVerdictsAge(() => this.#show(), AGE_EVERY_MS)
    void this.#resume()
  }

  /**
   * What another page handed over comes first, then what a page without this script could not take, then what was kept:
   * that stays closed on a page about serials that were asked for just now, of which it says nothing.
   */
  async #resume(): Promise<void> {
    const files = await handedFiles()
    const outcome = document.querySelector<HTMLElement>('[data-outcome]')?.dataset.outcome
    if (files.length > 0 || outcome === 'too_many_serials') await this.#take(files)
    if (this.#run || outcome !== 'form' || this.#form.isAsked) return
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

  async #take(files: readonly File[]): Promise<void> {
    const list = await this.#form.read(files)
    if (!list || !(await this.#mayReplace())) return
    this.#form.clear()
    // What somebody waits for goes out first; the table is built and kept while the answer is on its way.
    this.#open(list, true)
    void replaceList(list)
    // A reload goes on with the list, and sends nothing anew that this page came from.
    history.replaceState(null, '', location.pathname)
    this.place.scrollIntoView({ block: 'start' })
  }

  /** Receipts that nobody saved, and looks that somebody took, only a person gives up. */
  async #mayReplace(): Promise<boolean> {
    const lists = [this.#run?.list, await keptList()]
    return !lists.some((list) => list && holdsWork(list)) || confirm(this.#words.replaceAsk)
  }

  /** @param isNew it is checked at once; one that was kept waits for somebody who says so */
  #open(list: KeptList, isNew = false): void {
    this.#run?.end()
    const run = (this.#run = new ListRun(list, () => this.#show()))
    this.place.hidden = false
    showSources(this.place, list, this.#words, () => {
      this.#show()
      void keepList(list)
    })
    if (isNew) {
      // Nothing was checked, it says, or too many were sent: of the list that is now worked through neither is true.
      document.querySelector('[data-list-problem]')?.remove()
      return void run.go()
    }
    run.state = run.open.length === 0 ? 'done' : 'paused'
    this.#show()
  }

  #checkAgain(): void {
    if (this.#run?.state === 'done') this.#run.forget()
    else this.#run?.forgetOld()
    void this.#run?.go()
  }

  async #delete(): Promise<void> {
    const run = this.#run
    if (!run || !confirm(this.#words.deleteAsk)) return
    run.end()
    this.#run = null
    await deleteList(run.list)
    this.place.hidden = true
    this.#form.focus()
  }

  async #savePdf(): Promise<void> {
    const { reference = '', rows = [] } = this.#run?.list ?? {}
    const serials = [...new Set(rows.flatMap(({ serial }) => serial ?? []))]
    const body = JSON.stringify({ serials, receipt: true, ...(reference && { reference }) })
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(BATCH_PDF, { method: 'POST', headers, body, credentials: 'omit' }).catch(() => null)
    const type = response?.headers.get('content-type') ?? ''
    if (response?.ok && type.startsWith('application/pdf')) return save(await response.blob(), 'pdf')
    const isRefused = response !== null && isOwnAnswer(response) && isRefusal(response.status)
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
    this.#table.show(only ? look : rows, sameSerials(rows))
    this.#say(this.#words.states[run.state])
    const progress = this.#find<HTMLProgressElement>('progress')
    if (progress) Object.assign(progress, { max: rows.length, value: rows.length - open })
    const genuine = rows.filter((row) => isCurrent(row, now)).length
    const counts = {
      checked: `${rows.length - open} / ${rows.length}`,
      genuine: String(genuine),
      other: String(rows.filter((row) => !isOld(row, now) && isForAnother(row)).length),
      refused: String(rows.filter((row) => !isOld(row, now) && this.#words.isRefused(row)).length),
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
