/** A member of an object's own, so that nothing that was added to `Object.prototype` answers; of anything else undefined. */
export function own(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  return Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined
}
