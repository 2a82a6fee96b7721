import { heldMarkup } from '@/components/client/held-markup'
import { keptForNext } from '@/components/client/offline/kept-for-next'
import { SHARED_CACHE, SHARED_ENTRY, SHARED_MARK } from '@/components/client/offline/shared-picture'
import { postForm } from '@/components/client/post-form'
import { handFiles } from '@/components/client/rows/handed-files'
import { type FileKind, fileKind, fileText, isDrawing, TELLING_BYTES } from '@/lib/domain/certificate/file-kind'
import { unreadKind } from '@/lib/domain/certificate/unread-kind'
import { readSerials } from '@/lib/scan/typed/read-serials'
import { serialsInText } from '@/lib/scan/typed/read-typed-text'
import { wordsOfSavedMail } from '@/lib/scan/typed/saved-mail'
import { lookUpFile, say } from './check-files'
import { readTypedList } from './read-typed-list'
import { open, openTyped, originsOf } from './take-serials'

const LARGEST_BYTES = 10 * 1024 * 1024
/** The address that a PDF is sent to once the person confirms it. */
const FILE_PATH = '/verify/file'

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
    const opening = files.length > 1 ? openList(form, files) : openFile(form, first)
    void opening.catch(() => say(form, form.dataset.unread))
  })
  document.addEventListener('change', ({ target }) => {
    const form = target instanceof HTMLInputElement ? target.form : null
    if (form?.matches('[data-drop-form]')) say(form, '', form.dataset.submit)
  })
}

async function openFile(form: HTMLFormElement, file: File): Promise<void> {
  const { tooLarge } = form.dataset
  const head = await bytesOf(file, TELLING_BYTES)
  const kind = await kindOf(file, head)
  // Of what is sent alone: a picture is read on the device, and so is a list.
  if ((kind === 'badge' || kind === 'receipt') && file.size > LARGEST_BYTES) return say(form, tooLarge)
  switch (kind) {
    case 'pdf':
      form.action = FILE_PATH
      return lookUpFile(form, file)
    case 'badge':
      return postForm('/badges', { file, text: '' })
    case 'receipt':
      return postForm('/receipts', { file, text: '' })
    case 'picture':
      return scanPicture(file).catch(() => sayUnkept(form))
    case 'serials':
      return openText(form, file)
    case 'spreadsheet':
      return openList(form, [file])
    case 'unknown':
      return say(form, whyUnknown(form, head))
  }
}

const bytesOf = async (file: File, most: number) => new Uint8Array(await file.slice(0, most).arrayBuffer())

/** A long picture in SVG is read whole: only then nobody is told wrongly that there is no badge in it. */
async function kindOf(file: File, head: Uint8Array): Promise<FileKind> {
  const kind = fileKind(head)
  const isCut = kind === 'badge' && file.size > TELLING_BYTES && file.size <= LARGEST_BYTES
  return isCut && isDrawing(fileText(head) ?? '') ? fileKind(await bytesOf(file, LARGEST_BYTES), true) : kind
}

function whyUnknown({ dataset }: HTMLFormElement, head: Uint8Array): string | undefined {
  if (unreadKind(head) === 'empty') return dataset.empty
  return isDrawing(fileText(head) ?? '') ? dataset.drawing : dataset.nothingKnown
}

/** A list has a table of its own; one serial, or a link, is read as if it had been typed. */
async function openText(form: HTMLFormElement, file: File): Promise<void> {
  if (file.size > LARGEST_BYTES) return openList(form, [file])
  const text = fileText(new Uint8Array(await file.arrayBuffer())) ?? ''
  const serials = readSerials(text, originsOf())
  if (serials.length > 1) return openList(form, [file])
  // As in the field: one may have been read out of a table, beside the number of a passport.
  const words = wordsOfSavedMail(text) ?? text
  const found = serialsInText(words, originsOf())
  if (serials.length === 1 && (await readTypedList(text, found.length > 1 ? found : serials, originsOf())).isTable)
    return openList(form, [file])
  if (!(await openTyped(serials[0] ?? words))) say(form, form.dataset.noSerial)
}

/** The page for several certificates takes them from this device's storage: they are not sent. */
async function openList(form: HTMLFormElement, files: readonly File[]): Promise<void> {
  await handFiles(files).then(
    () => open('/check-many'),
    () => sayUnkept(form),
  )
}

/** Without this browser's storage nothing can be handed on: the file is chosen again on the page that reads it. */
function sayUnkept(form: HTMLFormElement): void {
  const words = heldMarkup('[data-unkept]', form)
  form.querySelector('[role=status]')?.replaceChildren(...(words ? [words] : []))
}

/** The page that reads codes takes the picture as one that was shared with the app: it never leaves the device. */
async function scanPicture(file: File): Promise<void> {
  const shared = await caches.open(SHARED_CACHE)
  await shared.put(SHARED_ENTRY, keptForNext(file))
  open(`/scan?${SHARED_MARK}`)
}
