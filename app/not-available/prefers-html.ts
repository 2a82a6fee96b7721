import { parseWeightedValues } from '@/lib/http/answer/weighted-values'

/**
 * Whether a caller would rather read HTML than JSON, by its `accept` header (RFC 9110, section 12.5.1). Only a caller
 * that names HTML gets it: programs mostly accept anything, and are better served with JSON.
 * @param accept the header's value, or null
 */
export function prefersHtml(accept: string | null): boolean {
  const wishes = parseWeightedValues(accept)
  const weightOf = (type: string) => wishes.find(({ value }) => value === type)?.weight ?? 0
  const html = Math.max(weightOf('text/html'), weightOf('application/xhtml+xml'))
  return html > 0 && html >= weightOf('application/json')
}
