/**
 * What of a page axe has to look at for its colours: of the texts and fields that look alike on grounds that look alike, the
 * first. Their contrast is the same, and axe takes a millisecond for each. Runs in the page, so that it uses nothing from here.
 */
export function colourSamples(): Element[] {
  const grounds = new Map<Element, string>()
  /** What lies under an element, from the page itself to its own background; what shows nothing of its own adds nothing. */
  const groundOf = (element: Element | null): string => {
    if (element === null) return ''
    const known = grounds.get(element)
    if (known !== undefined) return known
    const { backgroundColor, backgroundImage, opacity, filter, mixBlendMode, position } = getComputedStyle(element)
    const own = [backgroundColor, backgroundImage, opacity, filter, mixBlendMode, position].join(' ')
    const isClear = own === 'rgba(0, 0, 0, 0) none 1 none normal static'
    const ground = groundOf(element.parentElement) + (isClear ? '' : `/${own}`)
    grounds.set(element, ground)
    return ground
  }
  const lookOf = (element: Element): string => {
    const { color, fontSize, fontWeight, textDecorationLine, textShadow, visibility } = getComputedStyle(element)
    // A link is compared with the text around it.
    const around = element.closest('a[href]')?.parentElement
    const beside = around ? getComputedStyle(around).color : ''
    const isOff = element.matches(':disabled')
    return [color, fontSize, fontWeight, textDecorationLine, textShadow, visibility, beside, isOff].join(' ')
  }
  const hasText = (element: Element) =>
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim())
  const samples = new Map<string, Element>()
  for (const element of document.body.querySelectorAll('*')) {
    const isField = element.matches('input, select, textarea, iframe')
    if ((!isField && !hasText(element)) || element.getClientRects().length === 0) continue
    const kind = `${isField} ${lookOf(element)} ${groundOf(element)}`
    if (!samples.has(kind)) samples.set(kind, element)
  }
  return [...samples.values()]
}
