import { expecting, NO_NAMES } from '@/lib/scan/list/list-names'
import { takeResult } from '@/lib/scan/list/list-row'
import type { KeptList } from './kept-list'
import type { ListSource } from './list-sources'
import type { ListWords } from './list-words'

/** Says above a list what is compared in it, with a way to change that, and what was passed over. */
export function showSources(place: HTMLElement, list: KeptList, words: ListWords, changed: () => void): void {
  const said = (list.sources ?? []).flatMap((source, at) => {
    const lines = [...notesOf(source, words), ...choiceOf(list, source, at, words, changed)]
    return lines.map((line) => (source.file === null ? line : withFile(line, source.file)))
  })
  if (list.rows.some(({ isNameless }) => isNameless)) said.unshift(lineOf(words.sources.removed))
  const here = place.querySelector<HTMLElement>('[data-list-sources]')
  here?.replaceChildren(...said)
  if (here) here.hidden = said.length === 0
}

function notesOf({ isUncompared, hidden }: ListSource, { sources, locale }: ListWords): HTMLElement[] {
  // Each apart from words of the other direction.
  const listed = (sheets: readonly string[]) =>
    new Intl.ListFormat(locale).format(sheets.map((name) => `\u2068${name}\u2069`))
  const named = (text: string, sheets: readonly string[] = []) =>
    sheets.length > 0 ? [text.replace('{0}', () => listed(sheets))] : []
  const notes = [
    ...(isUncompared ? [sources.uncompared] : []),
    ...named(sources.left, hidden?.left),
    ...named(sources.taken, hidden?.taken),
  ]
  return notes.map(lineOf)
}

function lineOf(note: string): HTMLElement {
  const line = document.createElement('p')
  line.textContent = note
  return line
}

function choiceOf(
  list: KeptList,
  { names }: ListSource,
  source: number,
  { sources }: ListWords,
  changed: () => void,
): HTMLElement[] {
  if (names === null) return []
  const select = document.createElement('select')
  // A name of another direction reads as it is written.
  Object.assign(select, { translate: false, dir: 'auto' })
  select.append(
    ...names.options.map(({ cells }, at) => new Option(cells, String(at))),
    new Option(sources.noNames, String(NO_NAMES)),
  )
  select.value = String(names.chosen)
  select.addEventListener('change', () => {
    names.chosen = Number(select.value)
    const rows = list.rows.filter((row) => row.source === source)
    for (const [at, expected] of expecting(rows, names, names.chosen).entries()) {
      const row = rows[at]
      if (!row) continue
      Object.assign(row, expected)
      if (row.result) takeResult(row, row.result)
    }
    changed()
  })
  const line = document.createElement('p')
  const label = document.createElement('label')
  label.append(sources.compared, ' ', select)
  line.append(label)
  return [line]
}

/** Which of several files a line is about. */
function withFile(line: HTMLElement, file: string): HTMLElement {
  const name = document.createElement('bdi')
  name.translate = false
  name.textContent = file
  const place = line.querySelector('label') ?? line
  place.prepend(name, ': ')
  return line
}
