import { heldMarkup } from '@/components/client/held-markup'
import { type MomentWords, momentText } from '@/components/client/moment-text'
import { type UnknownSerial, unknownSerial } from '@/lib/domain/certificate/unknown-serial'
import type { ReceiptsNow } from './receipts-now'

/** The words of one outcome, as the page hands them over. */
interface Outcome {
  tone: string
  heading: string
}

export interface ReceiptWords extends MomentWords {
  outcomes: Record<string, Outcome>
  unknown: Record<UnknownSerial['kind'], Outcome>
  unchecked: Outcome
  /** When it was checked, with the time as `{0}`. */
  checkedAt: string
}

/** Red only for a whole serial of the service's own form that was never issued, as on the page of a serial. */
export function wordsOf({ outcomes, unknown }: ReceiptWords, status: string, serial: string): Outcome {
  const said = status === 'not_found' ? unknown[unknownSerial(serial).kind] : outcomes[status]
  return said ?? { tone: 'unknown', heading: status }
}

/**
 * Puts into each row how its certificate stands now, and when that was checked. Never green, since nobody showed the
 * certificate here; what is too old says only when it was checked.
 */
export function showNow(place: HTMLElement, words: ReceiptWords, run: ReceiptsNow): void {
  const now = Date.now()
  for (const row of place.querySelectorAll<HTMLElement>('tr[data-serial]')) {
    const { serial = '' } = row.dataset
    const standing = run.standingOf(serial, now)
    const checkedAt = standing ? words.checkedAt.replace('{0}', momentText(standing.at, words)) : ''
    if (!standing) put(place, row, run.isLate ? words.unchecked : { tone: 'waiting', heading: '…' }, '')
    else if (standing.isOld) put(place, row, { tone: 'unknown', heading: checkedAt }, '')
    else put(place, row, wordsOf(words, standing.status, serial), checkedAt)
  }
}

/** Leaves alone what has not changed. */
function put(place: HTMLElement, row: HTMLElement, { tone, heading }: Outcome, checkedAt: string): void {
  const said = `${tone} ${heading} ${checkedAt}`
  const cell = row.querySelector<HTMLElement>('[data-slot=now]')
  const time = row.querySelector('[data-slot=checked]')
  if (!cell || !time || row.dataset.now === said) return
  row.dataset.now = said
  const shape = heldMarkup(`[data-shape=${tone}]`, place)
  const text = document.createElement('strong')
  text.textContent = heading
  cell.className = `row-verdict ${tone}`
  cell.replaceChildren(...(shape ? [shape] : []), text)
  time.textContent = checkedAt
}
