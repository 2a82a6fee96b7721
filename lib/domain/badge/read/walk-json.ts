/** One place in a JSON value: what stands there, and where that is. */
export interface JsonPlace {
  value: unknown
  /** Member or index in the place around it; null at the root. */
  key: string | number | null
  within: JsonPlace | null
}

/** Every place in a JSON value, the root first, members and items in their order, without recursion. */
export function* walkJson(root: unknown): Generator<JsonPlace> {
  const ahead: JsonPlace[] = [{ value: root, key: null, within: null }]
  for (let place = ahead.pop(); place; place = ahead.pop()) {
    yield place
    const { value } = place
    if (typeof value !== 'object' || value === null) continue
    const isArray = Array.isArray(value)
    const members = Object.entries(value)
    for (let at = members.length - 1; at >= 0; at--) {
      const [key, member] = members[at] as [string, unknown]
      ahead.push({ value: member, key: isArray ? at : key, within: place })
    }
  }
}

/** The way to a place from the root, for `jsonPath`. */
export function pathTo(place: JsonPlace): (string | number)[] {
  const path: (string | number)[] = []
  for (let at: JsonPlace | null = place; at; at = at.within) if (at.key !== null) path.unshift(at.key)
  return path
}
