import { type AskColumns, type AskedColumn, columnsAnswered, questionOf } from '@/lib/scan/list/columns-to-ask'

const place = () => document.querySelector<HTMLElement>('[data-column-place]')

/** Asks on the page which column of a list counts, before anything of it is sent. Where another list comes first it is never answered. */
export const askColumns: AskColumns = (asked) => {
  const template = document.querySelector<HTMLTemplateElement>(`template[data-question=${questionOf(asked)}]`)
  const question = template?.content.querySelector('form')?.cloneNode(true)
  if (!(question instanceof HTMLFormElement)) return Promise.reject(new Error('no question'))
  const label = question.querySelector('label')
  label?.replaceWith(...asked.map((one) => labelOf(label, one)))
  place()?.replaceChildren(question)
  place()?.scrollIntoView({ block: 'start' })
  question.querySelector('input')?.focus({ preventScroll: true })
  return new Promise((resolve) => {
    question.addEventListener('submit', (event) => {
      event.preventDefault()
      const answer = new FormData(question).get('column')
      const chosen = columnsAnswered(asked, typeof answer === 'string' ? answer : undefined)
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

function labelOf(label: HTMLLabelElement, { column, cells }: AskedColumn): HTMLElement {
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
