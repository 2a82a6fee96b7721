import { isObject } from '@/lib/crypto/encoding/is-object'
/** Members of an event that name its subject, the most telling first. */
const NAMING = ['property', 'type', 'id', 'value', 'language', 'term', 'url', 'reference', 'subject', 'predicate']

/**
 * What jsonld or rdf-canonize found wrong, in one line. In safe mode jsonld hides the reason in an event.
 * @param error whatever was thrown
 */
export function describeJsonLdError(error: unknown): string {
  if (!(error instanceof Error)) return 'it cannot be canonized'
  const event = eventOf(error)
  if (event === null) return error.message
  const name = NAMING.map((member) => event.details[member]).find((value) => typeof value === 'string')
  return name === undefined ? event.message : `${event.message.replace(/\.$/, '')}: ${String(name)}`
}

function eventOf(error: Error): { message: string; details: Record<string, unknown> } | null {
  const details = 'details' in error ? error.details : null
  const event = isObject(details) ? details.event : null
  if (!isObject(event) || typeof event.message !== 'string') return null
  return { message: event.message, details: isObject(event.details) ? event.details : {} }
}
