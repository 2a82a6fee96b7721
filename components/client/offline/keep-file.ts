import { isTooOld, keptForNext } from './kept-for-next'

const CACHE = 'file-to-compare'
const KEY = '/file-to-compare'
/** The page that a PDF file is judged by. */
const FILE_PATH = '/verify/file'

/**
 * Keeps a file that is about to be sent in the browser, so that the page with its verdict can have it compared without
 * asking for it again. It is the visitor's own, and is taken out by that page or not at all. Listens after `checkFiles`
 * and `sortFiles`, which stop the form while they only look up a fingerprint.
 */
export function keepSentFiles(): void {
  if (!isSecureContext) return
  void caches.delete(CACHE).catch(() => undefined)
  document.addEventListener('submit', (event) => {
    const form = event.target
    if (!(form instanceof HTMLFormElement) || !isSentToBeJudged(form)) return
    const file = form.querySelector<HTMLInputElement>('input[type=file]')?.files?.[0]
    if (!file || event.defaultPrevented) return
    event.preventDefault()
    void keep(file)
      .catch(() => undefined)
      .then(() => form.submit())
  })
}

/** A PDF leaves by the form for one file, and by the one place for all kinds once that knows it to be one. */
function isSentToBeJudged(form: HTMLFormElement): boolean {
  return form.matches('[data-file-form], [data-drop-form]') && new URL(form.action).pathname === FILE_PATH
}

async function keep(file: File): Promise<void> {
  await (await caches.open(CACHE)).put(KEY, keptForNext(file))
}

/** Forgets the file if the page that it was kept for did not open. */
export async function forgetSentFile(): Promise<void> {
  const kept = await caches.match(KEY, { cacheName: CACHE })
  if (kept && isTooOld(kept)) await caches.delete(CACHE)
}

/** Takes out the kept file, if there is one: nobody finds it there a second time. */
async function takeOut(): Promise<File | null> {
  const kept = await (await caches.open(CACHE)).match(KEY)
  await caches.delete(CACHE)
  if (!kept || isTooOld(kept)) return null
  return new File([await kept.blob()], decodeURIComponent(kept.headers.get('x-name') ?? ''), {
    type: 'application/pdf',
  })
}

/** Sends the kept file to be compared, where the page offers that; where it does not, the file is forgotten. */
export async function compareKeptFile(): Promise<void> {
  if (!isSecureContext) return
  const file = await takeOut().catch(() => null)
  const form = document.querySelector<HTMLFormElement>('[data-compare-file]')
  const field = form?.querySelector<HTMLInputElement>('input[type=file]')
  if (!file || !form || !field) return
  const transfer = new DataTransfer()
  transfer.items.add(file)
  field.files = transfer.files
  const status = form.querySelector('[role=status]')
  if (status) status.textContent = form.dataset.working ?? ''
  form.submit()
}
