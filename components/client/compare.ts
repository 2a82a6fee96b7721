import { heldMarkup } from '@/components/client/held-markup'
import type { compareNames } from '@/lib/domain/names/compare-names'
import type { CodePointRange, NameComparison } from '@/lib/domain/names/name-comparison'

/**
 * The address of the script that compares names, put in by `scripts/build-assets.mjs`. It is as large as all else on the page, and
 * few visitors use it, so it is loaded when somebody goes to the field.
 */
declare const NAME_COMPARER: string

/** A delay long enough not to interrupt somebody who types a name, and short enough to feel live. */
const PAUSE_MS = 400

/** The comparison box. What is typed is read here and nowhere else: it is not sent, stored or put into an address. */
export function offerComparison(): void {
  const box = document.querySelector<HTMLElement>('[data-compare]')
  const input = box?.querySelector('input')
  const status = box?.querySelector('[role=status]')
  const words = box && heldMarkup('', box)
  if (!box || !input || !status || !words) return
  const issued = box.dataset.compare ?? ''
  let pause = 0
  /** What the answer is about; null where it could not be given. */
  let shown: string | null = ''

  const compare = async () => {
    const typed = input.value.trim()
    if (typed === shown) return
    shown = typed
    if (typed === '') return status.replaceChildren()
    const comparer = await loadComparer().catch(() => null)
    // Something else was typed, or the page left, while it was loaded.
    if (shown !== typed) return
    if (comparer) return status.replaceChildren(describe(words, issued, typed, comparer(issued, typed)) ?? '')
    status.replaceChildren(box.dataset.failed ?? '')
    shown = null // the next press of a key tries again
  }
  input.addEventListener('focus', () => void loadComparer().catch(() => null))
  input.addEventListener('input', () => {
    // An empty field keeps the direction of the page.
    input.dir = input.value ? 'auto' : ''
    window.clearTimeout(pause)
    pause = window.setTimeout(() => void compare(), input.value ? PAUSE_MS : 0)
  })
  input.addEventListener('change', () => void compare())
  window.addEventListener('pagehide', () => {
    input.value = ''
    void compare()
  })
  box.hidden = false
}

let comparing: Promise<typeof compareNames> | null = null

/** Once for all comparisons; what failed is tried again. */
function loadComparer(): Promise<typeof compareNames> {
  comparing ??= import(/* @vite-ignore */ NAME_COMPARER).then(
    (loaded: { compareNames: typeof compareNames }) => loaded.compareNames,
    (error: unknown) => {
      comparing = null
      throw error
    },
  )
  return comparing
}

/** The answer in the words of the page: a copy from its template, with the reasons and the marked names put in. */
function describe(
  words: DocumentFragment,
  issued: string,
  typed: string,
  { result, reasons, differences }: NameComparison,
): Node | null {
  const answer = words.querySelector(`[data-result=${result}]`)?.cloneNode(true) as HTMLElement | undefined
  if (!answer) return null
  const sentences = reasons.flatMap((reason) => words.querySelector(`[data-reason=${reason}]`)?.cloneNode(true) ?? [])
  answer.querySelector('[data-reasons]')?.replaceChildren(...sentences)
  showName(answer.querySelector('[data-shown=issued]'), issued, differences.issued)
  showName(answer.querySelector('[data-shown=typed]'), typed, differences.typed)
  return answer
}

function showName(place: Element | null, name: string, ranges: readonly CodePointRange[]): void {
  if (!place) return
  const characters = Array.from(name)
  const text = (start: number, end?: number) => characters.slice(start, end).join('')
  let at = 0
  const parts = ranges.flatMap(({ start, end }) => {
    const mark = document.createElement('mark')
    mark.textContent = text(start, end)
    const before = text(at, start)
    at = end
    return [before, mark]
  })
  place.querySelector('bdi')?.replaceChildren(...parts, text(at))
  const marked = place.querySelector<HTMLElement>('[data-marked]')
  const letters = ranges.map(({ start, end }) => text(start, end)).join(marked?.dataset.between)
  if (letters === '') marked?.remove()
  else if (marked) marked.textContent = (marked.textContent ?? '').replace('{letters}', () => letters)
}
