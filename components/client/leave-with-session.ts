/**
 * A page of the desk that comes out of the back/forward cache is shown again only to whom it was shown: whoever signed out
 * leaves nothing there. Over http, WebKit keeps pages in that cache that are not to be stored.
 */
export function leaveWithSession(): void {
  const name = personOf(document)
  if (name === undefined) return
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) void showTo(name)
  })
}

const personOf = (page: Document) => page.querySelector('.desk-account summary')?.textContent

async function showTo(name: string): Promise<void> {
  const { style } = document.documentElement
  style.visibility = 'hidden'
  const now = await fetch('/dashboard', { cache: 'no-store' })
    .then((answer) => answer.text())
    .catch(() => '')
  if (personOf(new DOMParser().parseFromString(now, 'text/html')) === name) style.visibility = ''
  else location.reload()
}
