/**
 * Sends the secret of an invitation's link, which stands in the fragment and so in no server's log, and takes it out of
 * the address bar and the history.
 */
export function submitInvitationSecret(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-invitation]')
  const field = form?.querySelector<HTMLInputElement>('input[name=token]')
  if (!form || !field) return
  field.value = location.hash.slice(1)
  history.replaceState(null, '', location.pathname)
  form.hidden = false
  if (field.value !== '') form.requestSubmit()
}
