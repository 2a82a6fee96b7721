import type { BadgeFinding } from './finding'
import { jsonPath } from './json-path'
import { makeFinding } from './make-finding'
import { walkJson } from './walk-json'

const LANGUAGE_VALUE_KEYS: readonly string[] = ['@value', '@language', '@direction']

/**
 * What only uncompacted JSON-LD has, at any level: keys with `:` (absolute and compact IRIs), keys that begin with `@`
 * (keywords: `@graph`, `@included`, `@nest`, `@reverse` and aliases of `id` and `type`), and null, which drops a member.
 * Allowed are `@context`, and `@value`, `@language` and `@direction` of a language value (VCDM 2.0 section 11.1).
 * @returns one `not_compacted` a place
 */
export function findUncompacted(credential: Record<string, unknown>): BadgeFinding[] {
  const findings: BadgeFinding[] = []
  for (const { path, value } of walkJson(credential)) {
    if (value === null) findings.push(makeFinding('not_compacted', jsonPath(path), 'null is not a value here'))
    if (typeof value !== 'object' || value === null || Array.isArray(value)) continue
    const mayHaveKeywords = isLanguageValue(value)
    for (const key of Object.keys(value)) {
      if (key === '@context' || (mayHaveKeywords && LANGUAGE_VALUE_KEYS.includes(key))) continue
      if (key.includes(':') || key.startsWith('@'))
        findings.push(makeFinding('not_compacted', jsonPath([...path, key])))
    }
  }
  return findings
}

function isLanguageValue(value: object): boolean {
  const members = Object.entries(value)
  return (
    Object.hasOwn(value, '@value') &&
    members.every(([key, member]) => LANGUAGE_VALUE_KEYS.includes(key) && typeof member === 'string')
  )
}
