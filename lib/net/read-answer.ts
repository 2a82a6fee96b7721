import type { IncomingMessage } from 'node:http'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { FetchedDocument } from '@/lib/domain/badge/badge-network'
import type { DocumentRules } from './document-rules'

const unzip = promisify(gunzip)
/** Statuses with which a server says that it may answer later. */
const LATER = [408, 421, 425, 429]
/** Statuses with which a server, or a guard before it, turns away whoever asks: of the document they say nothing. */
const TURNED_AWAY = [401, 402, 403, 407, 451]
const UNTOLD = new Set([...LATER, ...TURNED_AWAY])
export const TOO_LARGE = { kind: 'blocked', reason: 'the document is too large' } as const satisfies FetchedDocument
const BROKEN_OFF: FetchedDocument = { kind: 'unreachable', reason: 'the answer broke off' }

/**
 * Reads an answer as far as its kind of document may go, and not a byte further. What is refused is not read.
 * @returns `blocked` for a redirect, another type or encoding, and what is too large; `unreachable` for an answer that
 * broke off, says that it may work later or turns this service away
 * @throws Error when the connection fails
 */
export async function readAnswer(response: IncomingMessage, rules: DocumentRules): Promise<FetchedDocument> {
  const refused = judgeHead(response, rules)
  if (refused) return refused
  const sent = await readBody(response, rules.sentBytes)
  if (sent === 'too_large') return TOO_LARGE
  if (!response.complete) return BROKEN_OFF
  const mediaType = mediaTypeOf(response)
  if (encodingOf(response) === 'identity') return { kind: 'document', bytes: sent, mediaType }
  const bytes = await unzipped(sent, rules.unzippedBytes)
  return bytes instanceof Uint8Array ? { kind: 'document', bytes, mediaType } : bytes
}

function judgeHead(response: IncomingMessage, rules: DocumentRules): FetchedDocument | null {
  const status = response.statusCode ?? 0
  if (status >= 300 && status < 400) return { kind: 'blocked', reason: 'the answer is a redirect' }
  if (status >= 500 || UNTOLD.has(status)) return { kind: 'unreachable', reason: `the answer was status ${status}` }
  if (status !== 200) return { kind: 'missing', status }
  if (!rules.types.includes(mediaTypeOf(response))) {
    return { kind: 'blocked', reason: 'the answer is of another media type' }
  }
  if (!['identity', 'gzip'].includes(encodingOf(response))) {
    return { kind: 'blocked', reason: 'the answer is encoded in another way than gzip' }
  }
  return Number(response.headers['content-length'] ?? 0) > rules.sentBytes ? TOO_LARGE : null
}

function mediaTypeOf({ headers }: IncomingMessage): string {
  return (headers['content-type'] ?? '').replace(/;.*$/s, '').trim().toLowerCase()
}

function encodingOf({ headers }: IncomingMessage): string {
  return (headers['content-encoding'] ?? 'identity').trim().toLowerCase()
}

async function readBody(response: IncomingMessage, most: number): Promise<Buffer | 'too_large'> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > most) return 'too_large'
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** A gzip bomb ends where its limit is: the library stops unpacking there. */
async function unzipped(sent: Buffer, most: number): Promise<Uint8Array | FetchedDocument> {
  try {
    return await unzip(sent, { maxOutputLength: most })
  } catch (error) {
    const tooLarge = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
    return tooLarge ? TOO_LARGE : { kind: 'unreachable', reason: 'the gzip encoding of the answer is damaged' }
  }
}
