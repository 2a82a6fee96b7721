/**
 * The language switch comes back to an address, and what is open here has none of its own: its secret must not stand in
 * one. So the choice is sent first, and then what is open is asked for again, in the body of a form as before.
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
