import { serialKey } from '@/lib/domain/certificate/serial'
import { clientError } from './client-error'

/** The most serials that the service takes in one request. */
const MOST = 100

/**
 * The distinct serials in the order sent, in portions that the service takes.
 * @throws ClientError `wrong_use` unless it is an array of texts
 */
export function portionsOf(serials: readonly string[]): string[][] {
  if (!Array.isArray(serials) || !serials.every((serial) => typeof serial === 'string'))
    throw clientError('wrong_use', 'The serials are not an array of texts.')
  const first = new Map<string, string>()
  for (const serial of serials) if (!first.has(serialKey(serial))) first.set(serialKey(serial), serial)
  const distinct = [...first.values()]
  return Array.from({ length: Math.ceil(distinct.length / MOST) }, (_, index) =>
    distinct.slice(index * MOST, (index + 1) * MOST),
  )
}
