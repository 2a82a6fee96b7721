import { heldMarkup } from '@/components/client/held-markup'
import type { ScanOutcome } from './scan-outcome'

/** What is shown in place of the camera. */
type Shown = Exclude<ScanOutcome, { kind: 'verify' }> | { kind: 'offline'; path: string }

/** The parts of the page that change while codes are looked for. */
export interface ScanView {
  page: HTMLElement
  video: HTMLVideoElement
  /** Says one of the page's own sentences, or nothing. */
  say(name: string): void
  /** Whether the camera's picture is shown. */
  showCamera(shown: boolean): void
  /** Puts an outcome in place of the camera. */
  show(outcome: Shown): void
  /** Takes the outcome away again. */
  clear(): void
}

/** @returns null where the page is not the one that reads codes */
export function scanView(): ScanView | null {
  const page = document.querySelector<HTMLElement>('[data-scan]')
  const part = (name: string) => page?.querySelector<HTMLElement>(`[data-${name}]`)
  const [view, status, place] = ['scan-view', 'scan-status', 'scan-outcome'].map(part)
  const video = page?.querySelector('video')
  if (!page || !view || !status || !place || !video) return null
  const sentences = heldMarkup('[data-scan-sentences]', page)
  const start = part('start')
  return {
    page,
    video,
    say: (name) => {
      const words = name && sentences?.querySelector(`[data-sentence=${name}]`)?.cloneNode(true)
      status.replaceChildren(...(words ? [words] : []))
    },
    showCamera: (shown) => {
      page.querySelectorAll<HTMLElement>('[data-camera]').forEach((one) => (one.hidden = !shown))
      if (start) start.hidden = shown
    },
    show: (outcome) => {
      const hadFocus = view.contains(document.activeElement)
      place.replaceChildren(fill(page, outcome))
      view.hidden = true
      scrollTo({ top: 0 })
      if (hadFocus || document.activeElement === document.body) focusOn(place.querySelector('h1'))
    },
    clear: () => {
      if (!place.hasChildNodes()) return
      view.hidden = false
      place.replaceChildren()
      focusOn(view.querySelector('h1'))
    },
  }
}

/** A heading is no stop of the keyboard's, but what was focused is gone. */
function focusOn(heading: HTMLElement | null): void {
  heading?.setAttribute('tabindex', '-1')
  heading?.focus({ preventScroll: true })
}

function fill(page: HTMLElement, outcome: Shown): DocumentFragment {
  // A page of our own is nothing to be warned of.
  const name = 'reason' in outcome && outcome.reason === 'own_other_page' ? 'text' : outcome.kind
  const filled = heldMarkup(`[data-outcome=${name}]`, page) ?? document.createDocumentFragment()
  const put = (slot: string, ...content: (string | Node)[]) =>
    filled.querySelectorAll(`[data-slot=${slot}]`).forEach((place) => place.replaceChildren(...content))
  if (outcome.kind === 'several') {
    put('choices', ...outcome.choices.map(choice))
    return filled
  }
  if (outcome.kind === 'offline') {
    filled.querySelector('a')?.setAttribute('href', outcome.path)
    return filled
  }
  put('host', outcome.kind === 'elsewhere' ? outcome.host : '')
  put('held', outcome.kind === 'elsewhere' ? outcome.address : outcome.text)
  filled.querySelectorAll<HTMLElement>('[data-reason]').forEach((sentence) => {
    if (sentence.dataset.reason !== outcome.reason) sentence.remove()
  })
  return filled
}

/** Only what judgeScan found to be ours becomes a link, and only to a path of this site. */
function choice({ path, serial }: { path: string; serial: string }): Node {
  const link = Object.assign(document.createElement('a'), {
    href: path,
    textContent: serial,
    className: 'button serial',
  })
  const item = document.createElement('li')
  item.append(link)
  return item
}
