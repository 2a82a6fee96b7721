/** One place in a JSON value: the way there from the root, and what stands there. */
export interface JsonPlace {
  path: readonly (string | number)[]
  value: unknown
}

/** Every place in a JSON value, the root first, members and items in their order. */
export function* walkJson(value: unknown, path: readonly (string | number)[] = []): Generator<JsonPlace> {
  yield { path, value }
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* walkJson(item, [...path, index])
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, member] of Object.entries(value)) yield* walkJson(member, [...path, key])
  }
}
