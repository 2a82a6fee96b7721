import { isTooOld, keptForNext } from './kept-for-next'

const CACHE = 'file-to-compare'
/** The page that a PDF file is judged by. */
const FILE_PATH = '/verify/file'

/**
 * Keeps a file that is about to be sent in the browser, so that the page with its verdict can have it compared without
 * asking for it again. It is the visitor's own, and is taken out by that page or not at all; another tab may send another one meanwhile.
 * Listens after `checkFiles` and `sortFiles`, which stop the form while they only look up a fingerprint.
 */
export function keepSentFiles(): void {
  if (!isSecureContext) return
  void takeOut().catch(() => undefined)
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
  const path = `/${CACHE}/${crypto.randomUUID()}`
  await (await caches.open(CACHE)).put(path, keptForNext(file))
  // Of this tab alone, and there for its next page.
  sessionStorage.setItem(CACHE, path)
}

/** Forgets files whose pages did not open. */
export function forgetSentFile(): Promise<void> {
  return forget(isTooOld)
}

async function forget(isOver: (kept: Response, path: string) => boolean): Promise<void> {
  if (!(await caches.has(CACHE))) return
  const cache = await caches.open(CACHE)
  for (const request of await cache.keys()) {
    const kept = await cache.match(request)
    if (!kept || isOver(kept, new URL(request.url).pathname)) await cache.delete(request)
  }
  if ((await cache.keys()).length === 0) await caches.delete(CACHE)
}

/** Takes out the file that this tab kept, if there is one: nobody finds it there a second time. */
async function takeOut(): Promise<File | null> {
  const path = sessionStorage.getItem(CACHE)
  if (path === null) return null
  sessionStorage.removeItem(CACHE)
  const kept = await (await caches.open(CACHE)).match(path)
  const name = decodeURIComponent(kept?.headers.get('x-name') ?? '')
  const file = kept && !isTooOld(kept) ? new File([await kept.blob()], name, { type: 'application/pdf' }) : null
  await forget((_, one) => one === path)
  return file
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
