import { parseWeightedValues, type WeightedValue } from './weighted-values'

/**
 * The media type that a caller prefers by its `accept` header (RFC 9110 section 12.5.1). A type that the header names
 * precedes one that only a wildcard allows. If none suits, the first is sent: 406 is not used here.
 * @param accept the header's value, or null
 * @param types what there is, the usual one first
 */
export function preferredType<Type extends string>(accept: string | null, types: readonly [Type, ...Type[]]): Type {
  const ranges = parseWeightedValues(accept)
  const wishes = types.map((type) => ({ type, ...wishFor(type, ranges) }))
  // Sorting is stable: of what is wanted alike the usual one stays first.
  const [best] = wishes.sort((a, b) => b.weight - a.weight || b.precision - a.precision)
  return best !== undefined && best.weight > 0 ? best.type : types[0]
}

/** The weight of the most precise range that holds the type. */
function wishFor(type: string, ranges: readonly WeightedValue[]): { weight: number; precision: number } {
  const family = `${type.split('/')[0] ?? ''}/*`
  for (const [at, pattern] of [type, family, '*/*'].entries()) {
    const range = ranges.find(({ value }) => value === pattern)
    if (range) return { weight: range.weight, precision: 3 - at }
  }
  return { weight: 0, precision: 0 }
}
