import { heldMarkup } from '@/components/client/held-markup'
import { lastAsked } from '@/components/client/last-asked'
import { postForm } from '@/components/client/post-form'
import { handFiles } from '@/components/client/rows/handed-files'
import { MOST_AT_ONCE } from '@/lib/contract/check/check-many'
import type { judgeTypedLinks, LinkElsewhere } from '@/lib/scan/typed/judge-typed-links'
import { LONGEST_TYPED, readTypedText, type TypedText } from '@/lib/scan/typed/read-typed-text'
import { readTypedList } from './read-typed-list'

/**
 * The address of the script that judges the hosts of links, put in by `scripts/build-assets.mjs`. It is large, so it is
 * loaded when it is needed.
 */
declare const LINK_JUDGE: string

const form = () => document.querySelector<HTMLFormElement>('form[data-serial-form]')

/**
 * Takes apart in the browser what is typed or pasted into the field for a serial, so that nothing but serials is sent.
 * A paste keeps its lines, which the field itself would lose.
 */
export function takeSerials(): void {
  const field = form()?.querySelector<HTMLInputElement>('input[name=serial]')
  let pasted: string | null = null
  // A serial that it cut off would pass unnoticed beside another.
  const longest = field?.maxLength
  field?.removeAttribute('maxlength')
  document.addEventListener('submit', (event) => {
    if (event.target !== form()) return
    event.preventDefault()
    void openTyped(pasted ?? field?.value ?? '')
  })
  field?.addEventListener('input', () => {
    pasted = null
    begin()
  })
  field?.addEventListener('paste', (event) => {
    const text = event.clipboardData?.getData('text/plain') ?? ''
    // What fits onto the line goes there by itself, to where the cursor stands.
    if (!/[\r\n]/.test(text) && text.length < 200) return
    event.preventDefault()
    pasted = text
    field.value = text.replace(/\s+/g, ' ').trim().slice(0, longest)
  })
}

/** Scripts are loaded for some texts: what comes of one late is not put in the place of another. */
const begin = lastAsked()

/**
 * Goes where a text leads, unless another comes before it is known: to the verdict of its one serial, to the page for several, or to words
 * below the field.
 * @returns false where there was nothing in it
 */
export async function openTyped(text: string): Promise<boolean> {
  const isLast = begin()
  const origins = originsOf()
  const typed = readTypedText(text, origins)
  // One may have been read out of a table of which nobody can tell which column counts, or another stand behind what was read.
  const isLong = text.length > LONGEST_TYPED
  const mayBeList = typed.kind === 'serial' && (isLong || /[\r\n]/.test(text))
  const list = mayBeList ? await readTypedList(text, [typed.serial], origins) : null
  if (!isLast()) return true
  if (typed.kind === 'serial' && (list?.isTable || (isLong && list?.serials.length !== 1)))
    await openSeveral([typed.serial], text, origins, isLast)
  else if (typed.kind === 'serial' && typed.elsewhere) return showBeside(typed.serial, typed.elsewhere, origins, isLast)
  else if (typed.kind === 'serial') open(`/verify/${encodeURIComponent(typed.serial)}`)
  else if (typed.kind === 'id') open(`/verify?id=${typed.id}`)
  else if (typed.kind === 'several') await openSeveral(typed.serials, text, origins, isLast)
  else if (typed.kind === 'passport') open(`/passport/${typed.handle}`)
  else return show(typed, origins, isLast)
  return true
}

/**
 * More than a page checks at once go on as a list, whole, and so do a table and serials with names beside them, which are compared there:
 * it stays on this device, and only serials are sent of it.
 */
async function openSeveral(
  found: readonly string[],
  text: string,
  origins: [string, ...string[]],
  isLast: () => boolean,
): Promise<void> {
  const { isTable, hasNames, serials, list } = await readTypedList(text, found, origins)
  if (!isLast()) return
  const post = () => postForm('/check-many', { serials: list })
  if ((!isTable && !hasNames && serials.length <= MOST_AT_ONCE) || !isSecureContext) return post()
  const file = new File([hasNames || text.length > LONGEST_TYPED ? text : list], 'serials.txt', { type: 'text/plain' })
  await handFiles([file]).then(() => open('/check-many'), post)
}

/** Opens a page of ours in place of this one. */
export function open(path: string): void {
  location.assign(path)
}

/** Of this service: as the page says, which has them from the configuration. */
export function originsOf(): [string, ...string[]] {
  const said = form()?.dataset.origins
  return said === undefined ? [location.origin] : (JSON.parse(said) as [string, ...string[]])
}

/** Names a link that would verify a certificate elsewhere; the serial beside it stays in the field, to be checked here. */
async function showBeside(
  serial: string,
  addresses: string[],
  origins: [string, ...string[]],
  isLast: () => boolean,
): Promise<boolean> {
  const link = await judged(addresses, origins)
  if (!isLast()) return true
  if (link === null) {
    open(`/verify/${encodeURIComponent(serial)}`)
    return true
  }
  say(nameOf(link), origins, link.host)
  const field = form()?.querySelector<HTMLInputElement>('input[name=serial]')
  if (!field) return false
  field.value = serial
  field.dispatchEvent(new Event('input'))
  return true
}

type Unled = Extract<TypedText, { kind: 'empty' | 'elsewhere' | 'badge' | 'receipt' | 'nothing' }>

async function show(typed: Unled, origins: [string, ...string[]], isLast: () => boolean): Promise<boolean> {
  const link = typed.kind === 'elsewhere' ? await judged(typed.addresses, origins) : null
  if (!isLast()) return true
  const isOther = typed.kind === 'badge' || typed.kind === 'receipt'
  say(link ? nameOf(link) : isOther ? typed.kind : 'nothing', origins, link?.host)
  return false
}

/** Puts words of the page below the field. */
function say(name: string, origins: [string, ...string[]], host = ''): void {
  const place = form()?.querySelector('[data-typed-outcome]')
  const words = heldMarkup(`[data-typed=${name}]`, form() ?? document)
  if (!place || !words) return
  const put = (slot: string, text: string) =>
    words.querySelectorAll(`[data-slot=${slot}]`).forEach((one) => (one.textContent = text))
  put('host', host)
  put('ours', new URL(origins[0]).host)
  place.replaceChildren(words)
  place.scrollIntoView({ block: 'nearest' })
}

/** The template of its words. */
function nameOf({ lookalike, rewritten }: LinkElsewhere): string {
  return lookalike ? 'lookalike' : rewritten ? 'rewritten' : 'other'
}

/** @returns null where none of them leads elsewhere */
async function judged(addresses: string[], origins: [string, ...string[]]): Promise<LinkElsewhere | null> {
  try {
    const loaded = (await import(/* @vite-ignore */ LINK_JUDGE)) as { judgeTypedLinks: typeof judgeTypedLinks }
    return loaded.judgeTypedLinks(addresses, origins)
  } catch {
    return unjudged(addresses)
  }
}

/** Of links that cannot be judged just now: passed over in silence, the serial beside them would stand alone. */
function unjudged([address = '']: string[]): LinkElsewhere {
  const [host = address] = address.replace(/^[a-z][a-z0-9+.-]*:/i, '').match(/[^/?#\\@]+(?=[/?#\\]|$)/) ?? []
  return { host: host.slice(0, 100), address, lookalike: false, rewritten: true }
}
