import { readSerials } from '@/lib/scan/typed/read-serials'

/** As many as the list shows. */
const MOST_PASTED = 25

/** Leads `/` to the search, as in most programs, unless something is being typed. */
export function searchBySlash(): void {
  const field = document.querySelector<HTMLInputElement>('#desk-search')
  document.addEventListener('keydown', (event) => {
    const at = event.target
    const typing = at instanceof HTMLElement && at.matches('input, textarea, select, [contenteditable]')
    if (!field || typing || event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    field.focus()
  })
}

/** Closes by Escape what is open around the focus, otherwise the account's menu, and leaves the focus where it is opened. */
export function closeByEscape(): void {
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return
    const open = document.activeElement?.closest('details[open]') ?? document.querySelector('.desk-account[open]')
    if (!(open instanceof HTMLDetailsElement)) return
    open.open = false
    open.querySelector('summary')?.focus()
  })
}

/** Keeps of a pasted mail, or of a text that is longer than the field, the serials that it holds. */
export function keepPastedSerials(): void {
  const field = document.querySelector<HTMLInputElement>('#desk-search')
  field?.addEventListener('paste', (event) => {
    const text = event.clipboardData?.getData('text') ?? ''
    if (!text.includes('\n') && text.length <= field.maxLength) return
    const origins = JSON.parse(field.dataset.origins ?? '[]') as [string, ...string[]]
    const serials = readSerials(text, origins, MOST_PASTED)
    if (serials.length === 0) return
    event.preventDefault()
    field.value = serials.slice(0, MOST_PASTED).join('\t').slice(0, field.maxLength)
  })
}

/** Offers the browser's own time zone to who chose none yet. */
export function offerOwnZone(): void {
  const select = document.querySelector<HTMLSelectElement>('select[data-own-zone]')
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  if (!select || !/^(?!Etc\/Unknown)[A-Z]/.test(timeZone)) return
  // Of a zone with two names, such as Asia/Calcutta and Asia/Kolkata, the server's list has one, and knows both.
  if ([...select.options].every(({ value }) => value !== timeZone)) select.add(new Option(timeZone))
  select.value = timeZone
}
