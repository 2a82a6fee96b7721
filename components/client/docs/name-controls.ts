/** Names that Swagger UI leaves out. */
interface ControlNames {
  body: string
  close: string
}

/**
 * Gives names to what Swagger UI leaves without one, keeps long texts reachable by keyboard, and puts the headings of its dialog in
 * their order; again whenever it draws anew.
 */
export function nameControls(place: HTMLElement, names: ControlNames): void {
  const look = () => {
    for (const element of place.querySelectorAll('textarea.body-param__text')) say(element, 'aria-label', names.body)
    for (const element of place.querySelectorAll('.close-modal')) say(element, 'aria-label', names.close)
    for (const element of place.querySelectorAll('pre.microlight')) say(element, 'tabindex', '0')
    for (const element of place.querySelectorAll('.modal-ux h3')) say(element, 'aria-level', '2')
    for (const element of place.querySelectorAll('.modal-ux h4')) say(element, 'aria-level', '3')
    for (const row of place.querySelectorAll<HTMLElement>('tr[data-param-name]'))
      for (const control of row.querySelectorAll('select, input, textarea'))
        say(control, 'aria-label', row.dataset.paramName ?? '')
  }
  new MutationObserver(look).observe(place, { childList: true, subtree: true })
  look()
}

/** Says it once, so that what is said calls for no further look. */
function say(element: Element, attribute: string, value: string): void {
  if (element.getAttribute(attribute) !== value) element.setAttribute(attribute, value)
}
