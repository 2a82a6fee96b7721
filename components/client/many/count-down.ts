const TRIES = 5
const LONGEST_WAIT = 120

/**
 * Counts down to the next check. After an outage it tries again a few times, with longer waits, and then leaves it to
 * the reader.
 */
export function countDown(): void {
  const box = document.querySelector<HTMLElement>('[data-retry]')
  if (!box && triesSoFar() > 0) history.replaceState(null, '')
  const timer = box?.querySelector('[role=timer]')
  const status = box?.querySelector('[role=status]')
  if (!box || !timer || !status) return
  const automatic = box.dataset.retry === 'auto'
  const tried = triesSoFar()
  const asked = Math.max(1, Number(box.dataset.seconds) || 5)
  if (automatic && tried >= TRIES) {
    timer.textContent = ''
    status.textContent = box.dataset.stopped ?? ''
    return
  }
  // Spread over a fifth of the wait: after an outage the pages that waited must not all come back at once.
  const longer = Math.max(asked, Math.min(asked * 2 ** tried, LONGEST_WAIT))
  const wait = automatic ? Math.ceil(longer * (1 + Math.random() / 5)) : asked
  const readyAt = Date.now() + wait * 1000
  const forms = JSON.parse(box.dataset.countdown ?? '{}') as Record<string, string>
  const plural = new Intl.PluralRules(document.documentElement.lang)

  const tick = () => {
    const left = Math.ceil((readyAt - Date.now()) / 1000)
    if (left > 0) {
      timer.textContent = (forms[plural.select(left)] ?? forms.other ?? '{n}').replace('{n}', String(left))
      return
    }
    if (automatic && document.hidden) return
    clearInterval(interval)
    timer.textContent = ''
    status.textContent = (automatic ? box.dataset.now : box.dataset.ready) ?? ''
    if (!automatic) return
    history.replaceState({ tries: tried + 1 }, '')
    location.reload()
  }
  const interval = setInterval(tick, 500)
  tick()
}

/** How often this entry of the history has tried already: it survives a reload, and is gone when the page is left. */
function triesSoFar(): number {
  const state = history.state as { tries?: unknown } | null
  return typeof state?.tries === 'number' ? state.tries : 0
}
