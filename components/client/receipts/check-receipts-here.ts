import { heldMarkup } from '@/components/client/held-markup'
import { lastAsked } from '@/components/client/last-asked'
import { whenVerdictsAge } from '@/components/client/offline/age-verdict'
import { handFiles } from '@/components/client/rows/handed-files'
import { CHECK_MANY } from '@/components/site/site-links'
import { fileKind, fileText, TELLING_BYTES } from '@/lib/domain/certificate/file-kind'
import { readReceiptHere, type ReceiptHere, ReceiptHereError, receiptsIn } from '@/lib/scan/receipt/read-receipt-here'
import { receiptsInPdf } from '@/lib/scan/receipt/receipts-in-pdf'
import { type AskedReceipt, ReceiptsNow } from './receipts-now'
import { type ReceiptWords, showNow, wordsOf } from './show-now'

const LARGEST_BYTES = 8 * 1024 * 1024

/** Verdicts grow old while nobody touches the page. */
const AGE_EVERY_MS = 15_000
/** How what was checked last stands now. */
let current: ReceiptsNow | null = null

/**
 * Checks signed texts on this device, with the keys that the service publishes: what was signed does not rest on the
 * service's answer. Then it asks the service how each stands now. Of a PDF only its one signed text is sent; a PDF with
 * none that can be found here, or with several, and whatever holds no signed text, is sent as without this script.
 */
export function checkReceiptsHere(): void {
  const form = document.querySelector<HTMLFormElement>('[data-badge-form]')
  const place = document.querySelector<HTMLElement>('[data-receipts-here]')
  if (!form || !place || !isSecureContext) return
  form.addEventListener('submit', (event) => void take(event, form, place))
  whenVerdictsAge((isRestored) => {
    if (isRestored) current?.giveWay()
    if (current) showNow(place, wordsIn(place), current)
  }, AGE_EVERY_MS)
}

let passedOn = false
const begin = lastAsked()

async function take(event: SubmitEvent, form: HTMLFormElement, place: HTMLElement): Promise<void> {
  if (passedOn || event.defaultPrevented) return
  event.preventDefault()
  const isLast = begin()
  const jwts = await receiptsOf(form).catch(() => [])
  if (jwts.length > 0 && (await check(jwts, place, isLast))) return
  if (!isLast()) return
  passedOn = true
  form.requestSubmit()
  passedOn = false
}

async function receiptsOf(form: HTMLFormElement): Promise<string[]> {
  const file = form.querySelector<HTMLInputElement>('input[type=file]')?.files?.[0]
  if (!file) return receiptsIn(form.querySelector('textarea')?.value ?? '')
  if (file.size > LARGEST_BYTES) return []
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (fileKind(bytes.subarray(0, TELLING_BYTES)) !== 'pdf') return receiptsIn(fileText(bytes) ?? '')
  const found = await receiptsInPdf(bytes)
  return found.length === 1 ? found : []
}

/**
 * Shows what was signed, unless another receipt was sent meanwhile.
 * @returns false where this device cannot tell, so that the service is asked instead
 */
async function check(jwts: readonly string[], place: HTMLElement, isLast: () => boolean): Promise<boolean> {
  const keys: unknown = await fetch('/.well-known/jwks.json', { cache: 'no-store', credentials: 'omit' })
    .then((response) => (response.ok ? response.json() : null))
    .catch(() => null)
  if (keys === null) return false
  const receipts: ReceiptHere[] = []
  const asked: AskedReceipt[] = []
  for (const jwt of jwts) {
    const receipt = await readReceiptHere(jwt, keys).catch((error: unknown) => {
      if (error instanceof ReceiptHereError) return null
      throw error
    })
    if (!isLast()) return true
    // The service says in which way it fails, or that its key is known to others.
    if (receipt === null && jwts.length === 1) return false
    if (receipt === null) {
      current?.end()
      current = null
      say(place, place.dataset.bad)
      place.querySelector('[data-receipts-some]')?.setAttribute('hidden', '')
      place.hidden = false
      return true
    }
    receipts.push(receipt)
    asked.push({ jwt, places: receipt.results.length })
  }
  current?.end()
  show(place, receipts)
  const run = (current = new ReceiptsNow(asked, () => showNow(place, wordsIn(place), run)))
  showNow(place, wordsIn(place), run)
  void run.go()
  return true
}

function say(place: HTMLElement, text = ''): void {
  const status = place.querySelector('[role=status]')
  if (status) status.textContent = text
}

const wordsIn = (place: HTMLElement) => JSON.parse(place.dataset.words ?? '{}') as ReceiptWords

function show(place: HTMLElement, receipts: readonly ReceiptHere[]): void {
  const words = wordsIn(place)
  const lines = receipts.flatMap(({ results, reference }) =>
    results.flatMap(({ serial, status, at }) => {
      const line = heldMarkup('[data-receipt-row]', place)
      if (!line) return []
      const put = (slot: string, text: string) => {
        const cell = line.querySelector(`[data-slot=${slot}]`)
        if (cell) cell.textContent = text
      }
      put('serial', serial)
      put('then', wordsOf(words, status, serial).heading)
      put('at', `${at.slice(0, 10)} ${at.slice(11, 16)} UTC`)
      put('reference', reference ?? '')
      const row = line.querySelector('tr')
      if (row) row.dataset.serial = serial
      const link = line.querySelector('a')
      if (link) link.href = `/verify/${encodeURIComponent(serial)}`
      return [line]
    }),
  )
  place.querySelector('tbody')?.replaceChildren(...lines)
  place.querySelector('[data-receipts-some]')?.removeAttribute('hidden')
  say(place, place.dataset.good)
  place.hidden = false
  place.scrollIntoView({ block: 'start' })
  const serials = [...new Set(receipts.flatMap(({ results }) => results.map(({ serial }) => serial)))]
  const again = place.querySelector<HTMLButtonElement>('[data-receipts-again]')
  if (again)
    again.onclick = () =>
      void handFiles([new File([`Serial\n${serials.join('\n')}\n`], 'receipt.csv')]).then(() =>
        location.assign(CHECK_MANY),
      )
}
