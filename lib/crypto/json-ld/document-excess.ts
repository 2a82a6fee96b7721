/** The limits on the size of a JSON document. */
export interface DocumentLimits {
  /** Arrays and objects within each other. */
  maxDepth: number
  maxObjects: number
  /** Members and items of all arrays and objects together. */
  maxValues: number
  /** Items of one array of contexts, each of which changes the meaning of all that follow. */
  maxContexts: number
}

/**
 * What of a document is beyond its limits, without recursion and without looking further than the limits.
 * @returns a few words such as `it has more than 1000 objects`; null when it is within all of them
 */
export function documentExcess(document: object, limits: DocumentLimits): string | null {
  const open: { value: object; depth: number }[] = [{ value: document, depth: 1 }]
  let objects = 0
  let values = 0
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, depth } = next
    if (depth > limits.maxDepth) return `it is nested deeper than ${limits.maxDepth} levels`
    if (!Array.isArray(value) && ++objects > limits.maxObjects) return `it has more than ${limits.maxObjects} objects`
    const members: unknown[] = Object.values(value)
    values += members.length
    if (values > limits.maxValues) return `it has more than ${limits.maxValues} values`
    const contexts: unknown = '@context' in value ? value['@context'] : null
    if (Array.isArray(contexts) && contexts.length > limits.maxContexts) {
      return `it has more than ${limits.maxContexts} contexts in one place`
    }
    for (const member of members) {
      if (typeof member === 'object' && member !== null) open.push({ value: member, depth: depth + 1 })
    }
  }
  return null
}
