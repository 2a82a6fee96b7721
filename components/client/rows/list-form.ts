import { say } from '@/components/client/many/check-files'
import type { CheckedRow } from '@/lib/scan/list/list-row'
import { MOST_ROWS } from '@/lib/scan/list/serial-row'
import { askColumns, askNames, takeQuestionAway } from './ask-columns'
import type { KeptList } from './kept-list'
import { fromList, readListFiles } from './list-files'
import { ListReader } from './list-sources'
import type { ListWords } from './list-words'

/** The form of the page for several certificates: with a script it takes files of several kinds, which may be dropped too. */
export class ListForm {
  readonly #file: HTMLInputElement | null
  readonly #text: HTMLTextAreaElement | null
  #reading = 0

  constructor(
    private readonly form: HTMLFormElement,
    private readonly words: ListWords,
  ) {
    this.#file = form.querySelector<HTMLInputElement>('input[type=file]')
    this.#text = form.querySelector('textarea')
  }

  /** Whether the page came with serials that somebody asked for. */
  get isAsked(): boolean {
    return Boolean(this.#text?.defaultValue)
  }

  /** @param take is called with the files of what somebody sends */
  prepare(take: (files: readonly File[]) => void): void {
    if (this.#file) Object.assign(this.#file, { multiple: true, accept: `${this.#file.accept},.xlsx,.pdf,image/*` })
    const put = (selector: string, text: string) => {
      const element = document.querySelector(selector)
      if (element) element.textContent = text
    }
    put('[data-list-lead]', this.words.lead)
    put('#serials-hint', this.words.hint)
    put('label[for=list-file]', this.words.file)
    this.form.querySelector<HTMLElement>('[data-list-reference]')?.removeAttribute('hidden')
    this.form.addEventListener('submit', (event) => {
      event.preventDefault()
      take([...(this.#file?.files ?? [])])
    })
    document.addEventListener('dragover', (event) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault()
    })
    document.addEventListener('drop', (event) => {
      const files = [...(event.dataTransfer?.files ?? [])]
      if (files.length === 0) return
      event.preventDefault()
      take(files)
    })
  }

  /**
   * Reads files and what stands in the field, and asks which columns count, and which hold names, where nobody can tell.
   * @returns null where there is no list in them, which is said
   */
  async read(files: readonly File[]): Promise<KeptList | null> {
    // A reference that cannot be signed would have every batch refused.
    if (!this.form.reportValidity()) return null
    takeQuestionAway()
    const reading = (this.#reading += 1)
    const origins = JSON.parse(this.form.dataset.origins ?? '[]') as [string, ...string[]]
    const asking = async <Asked, Answer>(ask: (asked: Asked) => Promise<Answer>, asked: Asked): Promise<Answer> => {
      // Of a list that another one came after nothing is asked any more.
      if (reading !== this.#reading) return new Promise(() => undefined)
      say(this.form)
      return ask(asked)
    }
    const lists = new ListReader(
      origins,
      (asked) => asking(askColumns, asked),
      (names) => asking(askNames, names),
    )
    const pasted = this.#text?.value ?? ''
    say(this.form, this.words.reading)
    const ofFiles = await readListFiles(files, lists)
    const rows = [...ofFiles, ...(await lists.text(pasted, null)).map(fromList)]
    if (rows.length > MOST_ROWS) return this.#refuse(this.words.tooMany)
    const isNothing = ({ serial, file, problem }: CheckedRow) =>
      serial === null && problem !== 'elsewhere' && (file === null || problem === 'none')
    if (rows.every(isNothing)) return this.#refuse(this.words.none)
    say(this.form)
    const reference = this.form.querySelector<HTMLInputElement>('input[name=reference]')?.value.trim() ?? ''
    return { rows, sources: lists.sources, receipts: [], reference, createdAt: Date.now() }
  }

  /** Empties it: its content is a list now. */
  clear(): void {
    if (this.#text) this.#text.defaultValue = ''
    this.form.reset()
  }

  focus(): void {
    this.#text?.focus()
  }

  #refuse(why: string): null {
    say(this.form, why)
    return null
  }
}
