/**
 * Sends the secret of an invitation's link and takes it out of the address bar and the history. The secret is in the
 * fragment, so no server's log has it.
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
