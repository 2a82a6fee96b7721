/**
 * Sends the secret of a holder's private link, which stands in the fragment and so in no server's log, and takes it out of
 * the address bar and the history.
 */
export function openPrivateLink(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-passport-link]')
  const field = form?.querySelector<HTMLInputElement>('input[name=link]')
  const secret = location.hash.slice(1)
  if (!form || !field || secret === '') return
  history.replaceState(null, '', location.pathname)
  field.value = secret
  form.requestSubmit()
}
