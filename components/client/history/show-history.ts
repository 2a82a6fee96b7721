import { heldMarkup } from '@/components/client/held-markup'
import { handFiles } from '@/components/client/rows/handed-files'
import { CHECK_MANY } from '@/components/site/site-links'
import type { KeptCheck } from '@/lib/scan/list/kept-check'
import { deleteChecks, keptChecks } from './kept-checks'

/** The history of this device: what checks said then, never a verdict about today. */
export function showHistory(): void {
  const place = document.querySelector<HTMLElement>('[data-history]')
  if (!place) return
  const find = <E extends HTMLElement = HTMLElement>(selector: string) => place.querySelector<E>(selector)
  const words = JSON.parse(place.dataset.words ?? '{}') as Record<KeptCheck['status'], string>
  let shown: KeptCheck[] = []

  const say = (text = '') => {
    const status = find('[role=status]')
    if (status) status.textContent = text
  }
  const failed = () => say(place.dataset.failed)
  const show = (checks: KeptCheck[]) => {
    shown = checks
    const lines = checks.flatMap((check) => lineOf(place, words, check) ?? [])
    find('tbody')?.replaceChildren(...lines)
    const some = find('[data-history-some]')
    if (some) some.hidden = checks.length === 0
    say(checks.length === 0 ? place.dataset.empty : '')
  }
  find('[data-history-again]')?.addEventListener('click', () => {
    const serials = [...new Set(shown.map(({ serial }) => serial))]
    // The list of serials goes over this device's storage, as files do.
    handFiles([new File([`Serial\n${serials.join('\n')}\n`], 'history.csv')]).then(
      () => location.assign(CHECK_MANY),
      failed,
    )
  })
  find('[data-history-delete]')?.addEventListener('click', () => void deleteChecks().then(() => show([]), failed))
  keptChecks().then(show, failed)
  place.hidden = false
}

function lineOf(place: HTMLElement, words: Record<KeptCheck['status'], string>, check: KeptCheck): Node | null {
  const line = heldMarkup('[data-history-row]', place)
  if (!line) return null
  const put = (slot: string, text: string) => {
    const cell = line.querySelector(`[data-slot=${slot}]`)
    if (cell) cell.textContent = text
  }
  put('serial', check.serial)
  put('then', words[check.status])
  put('at', `${check.at.slice(0, 10)} ${check.at.slice(11, 16)} UTC`)
  put('reference', check.reference)
  const link = line.querySelector('a')
  if (link) link.href = `/verify/${encodeURIComponent(check.serial)}`
  return line
}
