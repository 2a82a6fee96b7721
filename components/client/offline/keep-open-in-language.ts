/**
 * Keeps an opened passport open when the language changes. The language switch comes back to an address, and an opened
 * passport has none: its secret must not be in an address. So the choice of language is sent first, and then the
 * passport is asked for again in the body of a form, as before.
 */
export function keepOpenInLanguage(): void {
  const again = document.querySelector<HTMLFormElement>('form[data-passport-again]')
  const languages = document.querySelector<HTMLFormElement>('form[action="/language"]')
  if (!again || !languages) return
  languages.addEventListener('submit', (event) => {
    event.preventDefault()
    const choice = new FormData(languages, event.submitter)
    const body = new URLSearchParams([...choice].map(([name, value]) => [name, String(value)]))
    void fetch(languages.action, { method: 'POST', body, redirect: 'manual' }).then(
      () => again.submit(),
      () => languages.submit(),
    )
  })
}
