/** Shows the button that prints, and the heading over it where it is the only thing there. */
export function offerPrinting(): void {
  document.querySelectorAll<HTMLElement>('[data-print], [data-needs-script]').forEach((element) => {
    element.hidden = false
  })
  document.querySelector('[data-print]')?.addEventListener('click', () => window.print())
}
