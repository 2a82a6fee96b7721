const FIVE_MINUTES = 5 * 60 * 1000

/**
 * A verdict is of its moment: restored from the back/forward cache, or older than five minutes in view, it gives way
 * to “Checked at …, check again” (spec part 13). The age is taken from this device's clock since the page
 * was loaded, so that a clock that is wrong does not matter and time asleep counts.
 */
export function ageVerdict(): void {
  const loadedAt = Date.now()
  const check = () => {
    if (Date.now() - loadedAt >= FIVE_MINUTES) giveWay()
  }
  window.addEventListener('pageshow', (event) => {
    if (event.persisted) giveWay()
  })
  document.addEventListener('visibilitychange', check)
  window.addEventListener('focus', check)
  window.addEventListener('beforeprint', check)
  window.setInterval(check, 1000)
}

function giveWay(): void {
  const template = document.querySelector<HTMLTemplateElement>('template[data-stale]')
  const banner = document.querySelector('[data-banner]')
  if (!template || !banner) return
  banner.replaceChildren(template.content)
  template.remove()
  document.querySelectorAll<HTMLElement>('[data-verdict]').forEach((element) => {
    element.hidden = true
  })
}
