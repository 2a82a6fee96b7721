/** Offers to copy a text to the clipboard: the button is there only where the browser can. */
export function offerCopy(): void {
  const button = document.querySelector<HTMLButtonElement>('button[data-copy]')
  const source = document.getElementById(button?.dataset.copy ?? '')
  const copied = document.querySelector<HTMLElement>('[data-copied]')
  // Only in a secure context; the types promise it everywhere.
  const clipboard = navigator.clipboard as Clipboard | undefined
  if (!button || !source || !clipboard) return
  button.hidden = false
  button.addEventListener('click', () => {
    void clipboard.writeText(source.textContent ?? '').then(() => {
      if (copied) copied.hidden = false
    })
  })
}
