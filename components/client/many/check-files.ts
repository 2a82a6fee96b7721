import { postForm } from '@/components/client/post-form'
import { isOwnAnswer } from '@/components/client/rows/ask-limited'

const LARGEST_BYTES = 10 * 1024 * 1024
/** The page that a PDF file is judged by. */
const FILE_PATH = '/verify/file'

/**
 * Hashes the chosen file in the browser and looks its fingerprint up, so that a file that was issued never leaves the
 * device; only where that finds nothing is sending it offered. The verdict is the service's in either case: what is
 * sent on is the fingerprint alone. Listens on the document, since the framework may still be at work on the page.
 */
export function checkFiles(): void {
  document.addEventListener('submit', (event) => {
    const form = event.target
    // Without a secure context there is nothing to hash with; the form is then sent as it is.
    if (!(form instanceof HTMLFormElement) || !form.matches('[data-file-form]') || !isSecureContext) return
    const file = fieldOf(form)?.files?.[0]
    if (!file || form.dataset.offered === 'yes') return
    event.preventDefault()
    void lookUpFile(form, file)
  })
  document.addEventListener('change', ({ target }) => {
    const form = target instanceof HTMLInputElement ? target.form : null
    if (form?.matches('[data-file-form]')) say(form, '', form.dataset.submit)
  })
}

const fieldOf = (form: HTMLFormElement) => form.querySelector<HTMLInputElement>('input[type=file]')

/** Says something below the field of a form, and what its button does from now on. */
export function say(form: HTMLFormElement, text = '', label?: string): void {
  const status = form.querySelector('[role=status]')
  if (status) status.textContent = text
  // On a phone it stands below what was in view, and the button alone would say too little.
  if (text !== '') status?.scrollIntoView({ block: 'nearest' })
  const button = form.querySelector('button')
  if (!button || label === undefined) return
  button.textContent = label
  form.dataset.offered = label === form.dataset.send ? 'yes' : 'no'
}

/**
 * Looks the fingerprint of a PDF file up, and goes on to the verdict where it is known; else offers to send the file.
 * @param form whose words are used, and which sends the file
 */
export async function lookUpFile(form: HTMLFormElement, file: File): Promise<void> {
  const { working, unknown, failed, tooLarge, empty, send } = form.dataset
  if (file.size > LARGEST_BYTES) return say(form, tooLarge)
  if (file.size === 0) return say(form, empty)
  say(form, working)
  const sha256 = await fingerprintOf(file).catch(() => null)
  const status = sha256 === null ? 0 : await statusOf(sha256)
  if (fieldOf(form)?.files?.[0] !== file) return
  if (sha256 !== null && status === 200) postForm(FILE_PATH, { sha256 })
  else say(form, status === 404 ? unknown : failed, send)
}

/** SHA-256 of a file, in lowercase hexadecimal. */
export async function fingerprintOf(file: File): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** 0 where the service gave no answer. */
async function statusOf(sha256: string): Promise<number> {
  const asked = fetch(`/api/public/artifacts/${sha256}`, { cache: 'no-store', credentials: 'omit' })
  return asked.then(
    (response) => (isOwnAnswer(response) ? response.status : 0),
    () => 0,
  )
}

/** Puts files into the form, as if they had been chosen there. */
export function takeFiles(form: HTMLFormElement, ...files: File[]): void {
  const field = fieldOf(form)
  if (!field) return
  const transfer = new DataTransfer()
  for (const file of field.multiple ? files : files.slice(0, 1)) transfer.items.add(file)
  field.files = transfer.files
  field.dispatchEvent(new Event('change', { bubbles: true }))
}

/** A file that is dropped beside the field would otherwise open in place of the page. */
export function acceptDrops(): void {
  document.addEventListener('dragover', (event) => {
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault()
  })
  document.addEventListener('drop', (event) => {
    const files = [...(event.dataTransfer?.files ?? [])]
    const form = document.querySelector<HTMLFormElement>('[data-file-form], [data-drop-form]')
    if (files.length === 0 || !form) return
    event.preventDefault()
    takeFiles(form, ...files)
  })
}
