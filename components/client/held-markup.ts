/**
 * A copy of markup that the page holds until a script shows it (`components/site/render-document.tsx`).
 * @param data the attribute that tells it from other markup, as in `[data-stale]`; none where it is the only one
 */
export function heldMarkup(data = '', within: ParentNode = document): DocumentFragment | null {
  const held = within.querySelector<HTMLTemplateElement>(`template${data}`)
  if (!held) return null
  const { markup } = held.dataset
  if (markup !== undefined) {
    held.innerHTML = markup
    delete held.dataset.markup
  }
  return document.importNode(held.content, true)
}
