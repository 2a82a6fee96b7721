import { heldMarkup } from '@/components/client/held-markup'
import { isVerdictOld } from '@/lib/scan/judge/verdict-age'

/**
 * A verdict is of its moment: a page that is restored from the back/forward cache, or is in view for more than five
 * minutes, gives way to “Checked at …, check again” (spec part 13). The age is the time since the page was loaded by
 * this device's clock, so that a wrong clock does not matter and time asleep counts; a clock that is set meanwhile makes no verdict younger.
 */
export function ageVerdict(): void {
  const loadedAt = Date.now()
  const startedAt = performance.now()
  const check = () => {
    if (isVerdictOld(loadedAt, Date.now(), performance.now() - startedAt)) giveWay()
  }
  whenVerdictsAge((isRestored) => (isRestored ? giveWay() : check()), 1000)
}

/**
 * Calls whenever a verdict of this page may have become too old to be shown as one: again and again, before it is looked at
 * anew, and before it is printed.
 * @param check is told whether the page was restored from the back/forward cache
 */
export function whenVerdictsAge(check: (isRestored: boolean) => void, everyMs: number): void {
  const look = () => check(false)
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) check(true)
  })
  document.addEventListener('visibilitychange', look)
  window.addEventListener('focus', look)
  window.addEventListener('beforeprint', look)
  window.setInterval(look, everyMs)
}

function giveWay(): void {
  const old = heldMarkup('[data-stale]')
  const banner = document.querySelector('[data-banner]')
  if (!old || !banner) return
  banner.replaceChildren(old)
  document.querySelector('[data-stale]')?.remove()
  document.querySelectorAll<HTMLElement>('[data-verdict]').forEach((element) => {
    element.hidden = true
  })
}
