import type { IncomingMessage } from 'node:http'
import type { ServiceError } from '@/lib/errors'

/** What is wrong with the head of a request, in the words of a refusal. */
type HeadFault = [code: ServiceError['code'], sentence: string]

/** Characters of a request target; more than any link of ours has. */
const LONGEST_TARGET = 8 * 1024

/** Behind this stands a serial: one that is far too long is no certificate's, which is 404 and no fault of the request. */
const BEFORE_SERIAL = '/verify/'
const LONGEST_BEFORE_SERIAL = 64

/**
 * Looks at a request's head beyond what the parser has seen to: a host, and no second one, since a proxy may have gone by
 * the other; a body in plain chunks, if in any, since a proxy may unpack what is called packed besides, and find another end of it; a
 * target that is not too long (spec part 1, "Requests").
 */
export function headFault(message: IncomingMessage): HeadFault | null {
  const hosts = countHosts(message.rawHeaders)
  if (hosts > 1) return ['malformed', 'The request names more than one host.']
  if (hosts === 0 && message.httpVersionMinor !== 0) return ['malformed', 'The request names no host.']
  const coding = message.headers['transfer-encoding']
  if (coding !== undefined && coding.trim().toLowerCase() !== 'chunked')
    return ['malformed', 'The body is in another transfer coding than chunks.']
  return isTooLong(message.url ?? '') ? ['target_too_long', 'The address is longer than 8 kB.'] : null
}

/** Node keeps the first of several and drops the others. */
function countHosts(rawHeaders: readonly string[]): number {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? ''
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts
}

function isTooLong(target: string): boolean {
  if (target.length <= LONGEST_TARGET) return false
  const query = target.indexOf('?')
  const serial = target.indexOf(BEFORE_SERIAL)
  if (serial === -1 || serial > LONGEST_BEFORE_SERIAL || (query !== -1 && query < serial)) return true
  return query !== -1 && target.length - query > LONGEST_TARGET
}
