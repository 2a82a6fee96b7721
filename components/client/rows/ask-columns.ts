import { heldMarkup } from '@/components/client/held-markup'
import { type AskColumns, columnsAnswered, questionOf } from '@/lib/scan/list/columns-to-ask'
import { NO_NAMES } from '@/lib/scan/list/list-names'
import type { AskNames } from './list-sources'

const place = () => document.querySelector<HTMLElement>('[data-column-place]')

/** Asks on the page which column of a list counts, before anything of it is sent. Where another list comes first it is never answered. */
export const askColumns: AskColumns = (asked) =>
  ask(questionOf(asked), asked, (answer) => columnsAnswered(asked, answer))

/** Asks which part of a list holds the names, before anything is compared. */
export const askNames: AskNames = ({ options }) =>
  ask(
    'names',
    options.map(({ cells }, column) => ({ column, cells })),
    (answer) => (answer === undefined || answer === '' ? null : answer === 'none' ? NO_NAMES : Number(answer)),
  )

interface Choice {
  column: number
  cells: string
}

/** @param read what an answer stands for; null where it answers nothing */
function ask<T>(name: string, choices: readonly Choice[], read: (answer: string | undefined) => T | null): Promise<T> {
  const question = heldMarkup(`[data-question=${name}]`)?.querySelector('form')
  if (!question) return Promise.reject(new Error('no question'))
  const label = question.querySelector('label')
  label?.replaceWith(...choices.map((one) => labelOf(label, one)))
  place()?.replaceChildren(question)
  place()?.scrollIntoView({ block: 'start' })
  question.querySelector('input')?.focus({ preventScroll: true })
  return new Promise((resolve) => {
    question.addEventListener('submit', (event) => {
      event.preventDefault()
      const answer = new FormData(question).get('column')
      const chosen = read(typeof answer === 'string' ? answer : undefined)
      if (chosen === null) return
      takeQuestionAway()
      resolve(chosen)
    })
  })
}

/** The list that it was about is not waited for any more. */
export function takeQuestionAway(): void {
  place()?.replaceChildren()
}

function labelOf(label: HTMLLabelElement, { column, cells }: Choice): HTMLElement {
  const one = label.cloneNode(true) as HTMLLabelElement
  one.querySelector('input')?.setAttribute('value', String(column))
  const put = (element: Element | null, text: string) => {
    if (element) element.textContent = text
  }
  put(one.querySelector('bdi'), cells)
  const number = one.querySelector('small')
  if (number) put(number, number.textContent.replace('{0}', String(column + 1)))
  return one
}
