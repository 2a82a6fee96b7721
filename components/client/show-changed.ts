/** Shows below a field of a correction what it held before, where that is about to change. */
export function showChanged(): void {
  for (const before of document.querySelectorAll<HTMLElement>('[data-before]')) {
    const input = before.closest('.field')?.querySelector('input')
    const show = () => (before.hidden = input?.value === before.dataset.before)
    input?.addEventListener('input', show)
    // What was typed comes back with the page.
    addEventListener('pageshow', show)
    show()
  }
}
