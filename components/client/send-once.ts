/** A second press on the button of a form that makes one thing would only lose the answer to the first press. */
export function sendOnce(): void {
  for (const field of document.querySelectorAll<HTMLInputElement>('form input[name=once]')) {
    let sent = false
    field.form?.addEventListener('submit', (event) => {
      if (sent) event.preventDefault()
      sent = true
    })
    addEventListener('pageshow', () => (sent = false))
  }
}
