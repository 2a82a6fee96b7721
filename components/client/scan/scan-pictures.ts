/** The sources of pictures besides the camera: chosen, photographed, pasted by keyboard or button, dropped. */
export function offerPictures(page: HTMLElement, onFile: (file: Blob | null) => void): void {
  page.querySelectorAll<HTMLInputElement>('input[data-picture]').forEach((input) => {
    input.addEventListener('change', () => {
      const file = input.files?.[0]
      // So that the same file can be chosen again.
      input.value = ''
      if (file) onFile(file)
    })
  })
  document.addEventListener('paste', (event) => {
    const file = event.clipboardData?.files[0]
    if (!file) return
    event.preventDefault()
    onFile(file)
  })
  document.addEventListener('dragover', (event) => {
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault()
  })
  document.addEventListener('drop', (event) => {
    const file = event.dataTransfer?.files[0]
    if (!file) return
    event.preventDefault()
    onFile(file)
  })
  offerPasting(page, onFile)
}

function offerPasting(page: HTMLElement, onFile: (file: Blob | null) => void): void {
  const button = page.querySelector<HTMLButtonElement>('[data-paste]')
  const { clipboard } = navigator as { clipboard?: Clipboard }
  if (!button || !clipboard?.read) return
  button.hidden = false
  button.addEventListener('click', () => {
    clipboardPicture(clipboard).then(onFile, () => onFile(null))
  })
}

async function clipboardPicture(clipboard: Clipboard): Promise<Blob | null> {
  for (const item of await clipboard.read()) {
    const type = item.types.find((one) => one.startsWith('image/'))
    if (type) return item.getType(type)
  }
  return null
}
