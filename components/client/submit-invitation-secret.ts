/**
 * Sends the secret of an invitation's link and takes it out of the address bar and the history. The secret is in the
 * fragment, so no server's log has it. Without one there is nothing to send: the link has to be opened anew.
 */
export function submitInvitationSecret(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-invitation]')
  const field = form?.querySelector<HTMLInputElement>('input[name=token]')
  if (!form || !field) return
  field.value = location.hash.slice(1)
  history.replaceState(null, '', location.pathname)
  const [shown, waits] = ['[data-invitation-again]', '[data-invitation-waits]'].map((which) =>
    document.querySelector<HTMLElement>(which),
  )
  if (waits) waits.hidden = true
  form.hidden = field.value === ''
  if (shown) shown.hidden = field.value !== ''
  if (field.value !== '') form.requestSubmit()
}
