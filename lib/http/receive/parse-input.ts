import type { z } from 'zod'
import { ServiceError } from '@/lib/errors'

/**
 * Parses a caller's input. Only here is a ZodError the caller's fault.
 * @throws ServiceError `malformed` with the sentence of the first issue
 */
export function parseInput<T>(shape: z.ZodType<T>, value: unknown): T {
  const parsed = shape.safeParse(value)
  if (parsed.success) return parsed.data
  throw new ServiceError('malformed', sentence(parsed.error), { details: {} })
}

/** The shape's own sentence where it has one; else zod's words, with the place that they are about. */
function sentence(error: z.ZodError): string {
  const issue = error.issues[0]
  if (issue === undefined) return 'The request is malformed.'
  if (issue.message.endsWith('.')) return issue.message
  const place = issue.path.map(String).join('.')
  return place === ''
    ? `The request is malformed: ${issue.message}.`
    : `The value of ${place} is malformed: ${issue.message}.`
}

/**
 * The parameters behind the question mark, each at most once.
 * @throws ServiceError `malformed` when one is given twice: two readers could take different ones
 */
export function queryOf(url: string): Record<string, string> {
  const at = url.indexOf('?')
  const found = new Map<string, string>()
  if (at === -1) return {}
  for (const [name, value] of new URLSearchParams(url.slice(at + 1))) {
    if (found.has(name)) throw new ServiceError('malformed', 'A query parameter is given twice.')
    found.set(name, value)
  }
  return Object.fromEntries(found)
}
