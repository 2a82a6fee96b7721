import { type FileKind, fileKind, fileText, TELLING_BYTES } from '@/lib/domain/certificate/file-kind'
import { readSerials } from '@/lib/scan/typed/read-serials'
import { lookUpFile, say, takeFiles } from './check-files'
import { postForm } from '@/components/client/post-form'
import { SHARED_CACHE, SHARED_ENTRY, SHARED_MARK } from '@/components/client/offline/shared-picture'
import { open, openTyped, originsOf } from './take-serials'

const LARGEST_BYTES = 10 * 1024 * 1024
/** The address that a PDF is sent to once the person confirms it. */
const FILE_PATH = '/verify/file'

/** Whether it is this script that puts one of several files into the field. */
let choosing = false

/**
 * The one place for files: finds out what each of them is by its content, on the device, and goes to the page that
 * judges it. Of a list only its serials are sent; a picture is read on the device.
 */
export function sortFiles(): void {
  document.addEventListener('submit', (event) => {
    const form = event.target
    if (!(form instanceof HTMLFormElement) || !form.matches('[data-drop-form]') || !isSecureContext) return
    const files = [...(form.querySelector<HTMLInputElement>('input[type=file]')?.files ?? [])]
    const [first] = files
    if (!first || form.dataset.offered === 'yes') return
    event.preventDefault()
    if (files.length > 1) return offerEach(form, files)
    void openFile(form, first)
  })
  document.addEventListener('change', ({ target }) => {
    const form = target instanceof HTMLInputElement ? target.form : null
    if (choosing || !form?.matches('[data-drop-form]')) return
    say(form, '', form.dataset.submit)
    choicesOf(form)?.replaceChildren()
  })
}

async function openFile(form: HTMLFormElement, file: File): Promise<void> {
  const { tooLarge, spreadsheet, nothingKnown, failed } = form.dataset
  if (file.size > LARGEST_BYTES) return say(form, tooLarge)
  const kind = await kindOf(file).catch(() => null)
  switch (kind) {
    case 'pdf':
      form.action = FILE_PATH
      return lookUpFile(form, file)
    case 'badge':
      return postForm('/badges', { file, text: '' })
    case 'receipt':
      return postForm('/receipts', { file, text: '' })
    case 'picture':
      return scanPicture(file).catch(() => say(form, failed))
    case 'serials':
      return openList(form, file)
    case 'spreadsheet':
      return say(form, spreadsheet)
    case 'unknown':
      return say(form, nothingKnown)
    case null:
      return say(form, failed)
  }
}

async function kindOf(file: File): Promise<FileKind> {
  return fileKind(new Uint8Array(await file.slice(0, TELLING_BYTES).arrayBuffer()))
}

/** A list has a table of its own; one serial, or a link, is read as if it had been typed. */
async function openList(form: HTMLFormElement, file: File): Promise<void> {
  const text = fileText(new Uint8Array(await file.arrayBuffer())) ?? ''
  const serials = readSerials(text, originsOf())
  if (serials.length > 1) return postForm('/check-many', { serials: serials.join('\n') })
  if (!(await openTyped(serials[0] ?? text))) say(form, form.dataset.noSerial)
}

/** The page that reads codes takes the picture as one that was shared with the app: it never leaves the device. */
async function scanPicture(file: File): Promise<void> {
  const shared = await caches.open(SHARED_CACHE)
  await shared.put(SHARED_ENTRY, new Response(file))
  open(`/scan?${SHARED_MARK}`)
}

const choicesOf = (form: HTMLFormElement) => form.querySelector<HTMLElement>('[data-choices]')

/** Each file has a verdict of its own: the person goes through them one by one. */
function offerEach(form: HTMLFormElement, files: readonly File[]): void {
  say(form, form.dataset.several)
  const choices = files.map((file) => {
    const button = Object.assign(document.createElement('button'), {
      type: 'button',
      className: 'button',
      textContent: (form.dataset.one ?? '').replace('{name}', file.name),
    })
    button.addEventListener('click', () => {
      choosing = true
      takeFiles(form, file)
      choosing = false
      void openFile(form, file)
    })
    const item = document.createElement('li')
    item.append(button)
    return item
  })
  const list = choicesOf(form)
  list?.replaceChildren(...choices)
  if (list) list.hidden = false
}
