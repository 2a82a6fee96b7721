/** Shows the print button, and the heading over it if the button is the only thing there. */
export function offerPrinting(): void {
  document.querySelectorAll<HTMLElement>('[data-print], [data-needs-script]').forEach((element) => {
    element.hidden = false
  })
  document.querySelector('[data-print]')?.addEventListener('click', () => window.print())
}

/** On paper nothing can be unfolded, so what was checked is open while the page is printed. */
export function unfoldForPrint(): void {
  const folded = new Set<HTMLDetailsElement>()
  window.addEventListener('beforeprint', () => {
    document.querySelectorAll<HTMLDetailsElement>('details:not([open])').forEach((details) => {
      folded.add(details)
      details.open = true
    })
  })
  window.addEventListener('afterprint', () => {
    folded.forEach((details) => {
      details.open = false
    })
    folded.clear()
  })
}
