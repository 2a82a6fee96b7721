/** Offers to copy texts to the clipboard, with a button that is shown only if the browser can copy. */
export function offerCopy(): void {
  // Only in a secure context; the types promise it everywhere.
  const clipboard = navigator.clipboard as Clipboard | undefined
  if (!clipboard) return
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-copy]')) {
    const source = document.getElementById(button.dataset.copy ?? '')
    const copied = button.parentElement?.querySelector<HTMLElement>('[data-copied]')
    if (!source) continue
    button.hidden = false
    button.addEventListener('click', () => {
      void clipboard.writeText(source.textContent ?? '').then(() => {
        if (copied) copied.hidden = false
      })
    })
  }
}
