import { fileText } from '@/lib/domain/certificate/file-kind'
import {
  arrangeLookup,
  type LookupFilter,
  type LookupOrder,
  lookupCsv,
  type LookupRow,
} from '@/lib/domain/desk/lookup-row'
import { MOST_LISTED } from '@/lib/domain/issue/read-serial-list'
import { deskSerials } from '@/lib/scan/desk/desk-serials'

const AT_ONCE = 100

/** Looks serials up by hundreds and fills the table as answers come in. The page is complete without it. */
export function lookUpByHundreds(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-look-up]')
  const body = document.querySelector<HTMLTableSectionElement>('[data-results] tbody')
  if (!form || !body) return
  const page = new LookUp(form, body)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const csv = event.submitter?.getAttribute('value') === 'csv'
    void page.run().then((done) => {
      if (done && csv) page.save()
    })
  })
  form.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLSelectElement) page.show()
  })
  acceptDrop(form)
}

class LookUp {
  #rows: LookupRow[] = []
  #run = 0
  readonly #form: HTMLFormElement
  readonly #body: HTMLTableSectionElement

  constructor(form: HTMLFormElement, body: HTMLTableSectionElement) {
    this.#form = form
    this.#body = body
  }

  /** @returns whether all was answered */
  async run(): Promise<boolean> {
    const run = (this.#run += 1)
    this.#clear()
    const { origins, empty, tooMany, failed, done, progress, untold } = this.#form.dataset
    const serials = deskSerials(await this.#texts(), JSON.parse(origins ?? '[]') as [string, ...string[]])
    if (serials.length === 0) return this.#say(empty)
    if (serials.length > MOST_LISTED) return this.#say(tooMany)
    for (let from = 0; from < serials.length; from += AT_ONCE) {
      this.#say(fill(progress, from, serials.length), from, serials.length)
      const rows = await ask(this.#form, serials.slice(from, from + AT_ONCE)).catch(() => failed)
      if (run !== this.#run) return false
      if (!Array.isArray(rows)) return this.#say(rows)
      this.#rows.push(...rows)
      this.show()
    }
    const said = [fill(done, serials.length, this.#rows.filter(({ found }) => found).length)]
    const unsaid = this.#rows.filter(({ found }) => found === null).length
    if (unsaid > 0) said.push(fill(untold, unsaid))
    this.#say(said.join(' '))
    return true
  }

  show(): void {
    if (this.#rows.length === 0) return
    const results = this.#body.closest<HTMLElement>('[data-results]')
    if (results) results.hidden = false
    const columns = [...(this.#body.parentElement?.querySelectorAll('thead th') ?? [])].map((cell) => cell.textContent)
    this.#body.replaceChildren(...this.#arranged().map((row) => tableRow(row, columns)))
  }

  /** What was found before is no answer to what is asked now, even where nothing comes of that. */
  #clear(): void {
    this.#rows = []
    this.#body.replaceChildren()
    const results = this.#body.closest<HTMLElement>('[data-results]')
    if (results) results.hidden = true
  }

  save(): void {
    const link = document.createElement('a')
    link.href = URL.createObjectURL(new Blob([lookupCsv(this.#arranged())], { type: 'text/csv' }))
    link.download = 'look-up.csv'
    link.click()
    URL.revokeObjectURL(link.href)
  }

  #arranged(): LookupRow[] {
    const value = (name: string) => this.#form.querySelector<HTMLSelectElement>(`select[name=${name}]`)?.value
    return arrangeLookup(this.#rows, value('show') as LookupFilter, value('order') as LookupOrder)
  }

  /** Of the file, where one was chosen, and what was pasted; none where the file is no text, as `receiveSerials`. */
  async #texts(): Promise<string[]> {
    const file = this.#form.querySelector<HTMLInputElement>('input[type=file]')?.files?.[0]
    const ofFile = file ? fileText(new Uint8Array(await file.arrayBuffer())) : ''
    return ofFile === null ? [] : [ofFile, this.#form.querySelector('textarea')?.value ?? '']
  }

  #say(text = '', done?: number, all?: number): false {
    const status = this.#form.querySelector('[data-status]')
    if (status) status.textContent = text
    const bar = this.#form.querySelector<HTMLProgressElement>('[data-progress-bar]')
    if (bar) Object.assign(bar, { hidden: all === undefined, max: all ?? 1, value: done ?? 0 })
    return false
  }
}

/**
 * @returns the rows, or the sentence that refuses what was sent
 * @throws Error where there was neither in the answer
 */
async function ask(form: HTMLFormElement, serials: string[]): Promise<LookupRow[] | string> {
  // With the issuer that the form was made for.
  const answer = await fetch(`/dashboard/look-up/batch${new URL(form.action).search}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ serials }),
    redirect: 'error',
  })
  if (answer.status === 400) return ((await answer.json()) as { error: string }).error
  if (!answer.ok) throw new Error(String(answer.status))
  return ((await answer.json()) as { rows: LookupRow[] }).rows
}

function fill(text = '', ...values: number[]): string {
  return values.reduce(
    (filled, value, index) =>
      filled.replace(`%${index + 1}`, value.toLocaleString(`${document.documentElement.lang}-u-nu-latn`)),
    text,
  )
}

function tableRow(row: LookupRow, columns: readonly (string | null)[]): HTMLTableRowElement {
  const link = element('a', row.current, serialClass(row.current))
  link.setAttribute('href', `/dashboard/certificates/${encodeURIComponent(row.current)}`)
  const contents = [
    element('bdi', row.serial, serialClass(row.serial)),
    statusOf(row),
    row.found ? link : '–',
    row.replaced.length > 0 ? replacedOf(row) : '–',
    row.found ? String(row.checkCount) : '–',
    row.lastCheckedAt === '' ? '–' : momentOf(row),
  ]
  const line = document.createElement('tr')
  contents.forEach((content, index) => {
    const cell = document.createElement(index === 0 ? 'th' : 'td')
    if (index === 0) cell.setAttribute('scope', 'row')
    else cell.dataset.column = columns[index] ?? ''
    cell.append(content)
    line.append(cell)
  })
  return line
}

function replacedOf({ replaced }: LookupRow): HTMLElement {
  const list = element('ul', '', 'plain-list')
  for (const serial of replaced) {
    const entry = document.createElement('li')
    entry.append(element('bdi', serial, serialClass(serial)))
    list.append(entry)
  }
  return list
}

function momentOf({ lastCheckedAt, lastCheckedText }: LookupRow): HTMLTimeElement {
  const moment = document.createElement('time')
  moment.dateTime = lastCheckedAt
  moment.textContent = lastCheckedText
  return moment
}

/** As components/verdict/serial.tsx has it. */
const serialClass = (serial: string) => (serial.length > 24 ? 'serial long' : 'serial')

function statusOf(row: LookupRow): DocumentFragment {
  const status = document.createDocumentFragment()
  status.append(element('span', row.statusText, `status-word ${row.status}`))
  if (row.currentStatus !== '')
    status.append(
      ...[' ', element('span', '→', 'onward'), ' '],
      element('span', row.currentStatusText, `status-word ${row.currentStatus}`),
    )
  return status
}

function element(name: string, text: string, className: string): HTMLElement {
  const made = document.createElement(name)
  made.textContent = text
  made.className = className
  return made
}

function acceptDrop(form: HTMLFormElement): void {
  form.addEventListener('dragover', (event) => event.preventDefault())
  form.addEventListener('drop', (event) => {
    const field = form.querySelector<HTMLInputElement>('input[type=file]')
    if (!event.dataTransfer?.files.length || !field) return
    event.preventDefault()
    field.files = event.dataTransfer.files
  })
}
