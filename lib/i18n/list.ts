/** Several things as a language lists them, each as it is, between the commas and words of that language. */
export function fillList<T>(format: Intl.ListFormat, items: readonly T[]): (string | T)[] {
  // The places are found by their order: a thing may be an element, of which `Intl` knows nothing.
  let at = 0
  return format
    .formatToParts(items.map((_, index) => String(index)))
    .map(({ type, value }) => (type === 'element' ? (items[at++] as T) : value))
}
