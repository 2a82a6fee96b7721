import { BATCH_SERIALS } from '@/lib/contract/check/check-many'
import type { CheckedRow } from '@/lib/scan/list/list-row'

/**
 * Puts what can still change into the form for being told, when it is opened: as many as one request takes. The others can be
 * added on the page of the private link.
 */
export function offerWatching(place: HTMLElement, rows: () => readonly CheckedRow[]): void {
  const part = place.querySelector<HTMLDetailsElement>('[data-list-watch]')
  const field = part?.querySelector('textarea')
  part?.addEventListener('toggle', () => {
    if (part.open && field && field.value === '') field.value = watchable(rows()).slice(0, BATCH_SERIALS).join('\n')
  })
}

function watchable(rows: readonly CheckedRow[]): string[] {
  const serials = rows.flatMap(({ serial, result }) =>
    serial !== null && (result?.status === 'verified' || result?.status === 'issuer_suspended') ? [serial] : [],
  )
  return [...new Set(serials)]
}
