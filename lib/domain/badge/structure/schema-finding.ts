import type { ErrorObject, ValidateFunction } from 'ajv'
import type { BadgeErrorCode, BadgeFinding } from '@/lib/domain/badge/finding'
import { makeFinding } from '@/lib/domain/badge/make-finding'
import { jsonPath } from '@/lib/domain/badge/read/json-path'

/**
 * Checks a value against a schema, up to the first error.
 * @returns null when it fits
 */
export function schemaFinding(code: BadgeErrorCode, validate: ValidateFunction, value: unknown): BadgeFinding | null {
  if (validate(value)) return null
  // Of a choice, ajv lists why each branch failed and then the choice itself: the first is the most telling.
  const [error] = validate.errors ?? []
  return error ? makeFinding(code, pathOf(error, value), error.message ?? null) : makeFinding(code)
}

function pathOf(error: ErrorObject, value: unknown): string {
  const segments: (string | number)[] = []
  let at = value
  for (const pointer of error.instancePath.split('/').slice(1)) {
    const key = pointer.replaceAll('~1', '/').replaceAll('~0', '~')
    segments.push(Array.isArray(at) ? Number(key) : key)
    at = (at as Record<string, unknown> | null)?.[key]
  }
  return jsonPath(segments)
}
