import { MAX_ERRORS } from '@/lib/domain/badge/check-result'
import type { BadgeFinding } from '@/lib/domain/badge/finding'
import { makeFinding } from '@/lib/domain/badge/make-finding'
import { jsonPath } from '@/lib/domain/badge/read/json-path'
import { pathTo, walkJson, type JsonPlace } from '@/lib/domain/badge/read/walk-json'

const LANGUAGE_VALUE_KEYS: readonly string[] = ['@value', '@language', '@direction']

/**
 * Finds the marks of uncompacted JSON-LD, at any level: keys with `:` (absolute and compact IRIs), keys that begin with
 * `@` (keywords: `@graph`, `@included`, `@nest`, `@reverse` and aliases of `id` and `type`), and null, which drops a
 * member. Allowed are `@context`, and `@value`, `@language` and `@direction` of a language value (VCDM 2.0 section
 * 11.1).
 * @returns one `not_compacted` a place
 */
export function findUncompacted(credential: Record<string, unknown>): BadgeFinding[] {
  const findings: BadgeFinding[] = []
  for (const place of walkJson(credential)) {
    if (findings.length >= MAX_ERRORS) break
    findings.push(...uncompactedAt(place))
  }
  return findings
}

function uncompactedAt(place: JsonPlace): BadgeFinding[] {
  const { value } = place
  if (value === null) return [makeFinding('not_compacted', jsonPath(pathTo(place)), 'null is not a value here')]
  if (typeof value !== 'object' || Array.isArray(value)) return []
  const mayHaveKeywords = isLanguageValue(value)
  return Object.keys(value).flatMap((key) => {
    if (key === '@context' || (mayHaveKeywords && LANGUAGE_VALUE_KEYS.includes(key))) return []
    if (!key.includes(':') && !key.startsWith('@')) return []
    return [makeFinding('not_compacted', jsonPath([...pathTo(place), key]))]
  })
}

function isLanguageValue(value: object): boolean {
  const members = Object.entries(value)
  return (
    Object.hasOwn(value, '@value') &&
    members.every(([key, member]) => LANGUAGE_VALUE_KEYS.includes(key) && typeof member === 'string')
  )
}
