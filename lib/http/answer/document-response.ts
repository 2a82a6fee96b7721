import { plainResponse } from './plain-response'

/**
 * A document of another standard, such as a DID document or a key set: a file, not a JSON body of ours (spec
 * part 1). Never stored: a key that is unpublished must be gone with the next request.
 * @param document a text as it is sent, else what is sent as JSON
 * @param mediaType its registered type
 * @param headers where they differ from those of every answer
 */
export function documentResponse(document: unknown, mediaType: string, headers: Record<string, string> = {}): Response {
  const body = typeof document === 'string' ? document : JSON.stringify(document)
  return plainResponse(200, { ...headers, 'content-type': mediaType }, body)
}
