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

/** Offers the browser's own time zone to who chose none yet. */
export function offerOwnZone(): void {
  const select = document.querySelector<HTMLSelectElement>('select[data-own-zone]')
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  if (select && [...select.options].some(({ value }) => value === timeZone)) select.value = timeZone
}
