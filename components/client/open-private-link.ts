/**
 * Sends the secret of a holder's private link and takes it out of the address bar and the history. The secret is in the
 * fragment, so no server's log has it. The same is done if the link is pasted while a page of passports is open, since
 * a browser does not load that page again then.
 */
export function openPrivateLink(): void {
  sendSecret()
  addEventListener('hashchange', sendSecret)
}

function sendSecret(): void {
  const secret = location.hash.slice(1)
  if (secret === '') return
  history.replaceState(null, '', location.pathname)
  const form = document.createElement('form')
  form.method = 'post'
  form.action = location.pathname
  const field = document.createElement('input')
  field.type = 'hidden'
  field.name = 'link'
  field.value = secret
  form.append(field)
  document.body.append(form)
  form.submit()
}
