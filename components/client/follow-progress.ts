const POLL_MS = 1500

/** Keeps a page that shows progress up to date, until there is none to show. */
export function followProgress(): void {
  const main = document.querySelector('main')
  if (main?.querySelector('[data-follow]')) setTimeout(() => void renew(main), POLL_MS)
}

async function renew(main: Element): Promise<void> {
  try {
    const response = await fetch(location.href, { cache: 'no-store' })
    // Signed out meanwhile: the page itself leads to where one signs in.
    if (response.redirected) return location.reload()
    // Busy for a moment: what is shown stays, and the next turn tries again.
    if (response.status >= 500) throw new Error('the server is busy')
    const page = new DOMParser().parseFromString(await response.text(), 'text/html')
    const renewed = page.querySelector('main')
    if (!renewed) return
    document.title = page.title
    main.replaceChildren(...renewed.childNodes)
    if (!main.querySelector('[data-follow]')) main.querySelector<HTMLElement>('h1')?.focus()
  } catch {
    // Out of reach for a moment: the next turn tries again.
  }
  followProgress()
}
