/** Offers the link of the certificate: the device's own sharing where there is one, else the clipboard. */
export function offerSharing(): void {
  const box = document.querySelector<HTMLElement>('[data-share]')
  const button = box?.querySelector('button')
  const status = box?.querySelector('[role=status]')
  const url = box?.dataset.share
  if (!box || !button || !status || !url) return
  const { share, clipboard } = navigator as { share?: Navigator['share']; clipboard?: Clipboard }
  // A mouse is at a computer, where the link is rather wanted as text.
  const shares = share !== undefined && matchMedia('(pointer: coarse)').matches
  if (!shares && !clipboard) return
  button.textContent = (shares ? box.dataset.words : button.textContent) ?? ''
  button.addEventListener('click', () => {
    if (shares) return void navigator.share({ url }).catch(() => undefined)
    clipboard?.writeText(url).then(
      () => (status.textContent = box.dataset.done ?? ''),
      () => (status.textContent = box.dataset.failed ?? ''),
    )
  })
  box.hidden = false
}
