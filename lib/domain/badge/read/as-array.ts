/** The value as JSON-LD reads it: several values in an array, one alone, none when it is missing. */
export function asArray(value: unknown): unknown[] {
  if (value === undefined) return []
  return Array.isArray(value) ? value : [value]
}
