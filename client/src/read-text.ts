import { clientError } from './client-error'

/** More than a batch of a hundred certificates ever takes. */
const MOST_BYTES = 4 * 1024 * 1024

/**
 * The body as text.
 * @throws ClientError `not_the_service` if it is longer than any answer, or not UTF-8
 */
export async function readText(response: Response): Promise<string> {
  const reader = response.body?.getReader()
  const chunks: Uint8Array[] = []
  let size = 0
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    size += part.value.length
    if (size > MOST_BYTES) {
      await reader?.cancel()
      throw clientError('not_the_service', 'The answer is longer than any of this service.')
    }
    chunks.push(part.value)
  }
  const bytes = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (cause) {
    throw clientError('not_the_service', 'The answer is not text in UTF-8.', { cause })
  }
}
