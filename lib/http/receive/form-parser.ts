import busboy from 'busboy'
import type { Writable } from 'node:stream'
import { ServiceError } from '@/lib/errors'

/**
 * A parser of `multipart/form-data`, the only one here: a form that breaks off makes the stream of its file end with an error
 * beside the parser's own, and an error that no listener takes ends the process.
 * @param type the content type, with its boundary
 * @throws ServiceError `malformed` where it names no boundary
 */
export function formParser(type: string, options: Omit<busboy.BusboyConfig, 'headers'>): busboy.Busboy {
  const parser = parserOf(type, options)
  parser.on('error', ignore)
  parser.on('file', (_name, stream) => stream.on('error', ignore))
  return parser
}

/** The parser as a stream; the types of its streams are those of an older Node.js. */
export function asWritable(parser: busboy.Busboy): Writable {
  return parser as unknown as Writable
}

function parserOf(type: string, options: Omit<busboy.BusboyConfig, 'headers'>): busboy.Busboy {
  try {
    return busboy({ ...options, headers: { 'content-type': type } })
  } catch (cause) {
    throw new ServiceError('malformed', 'The form names no boundary.', { cause })
  }
}

/** Whoever reads the parser, or the file, gets the error too. */
function ignore(): void {
  // nothing to do
}
