import { readFile } from 'node:fs/promises'
import { receiveDocument, type DocumentTypes } from './receive-document'

const BADGE: DocumentTypes = {
  types: [
    'application/json',
    'application/ld+json',
    'application/vc',
    'application/vc+ld+json',
    'application/vc+jwt',
    'application/vc+ld+json+jwt',
    'application/jwt',
    'application/jose',
    'text/plain',
    'image/png',
    'image/svg+xml',
  ],
  sentence:
    'Send the badge as application/json, text/plain (a compact JWS), image/png or image/svg+xml, or as the part “file” of multipart/form-data.',
}

/**
 * Receives a badge as the body itself or as the part `file` of a form. Its bytes decide what it is; the media type only
 * serves to refuse what nobody means as a badge.
 * @param maxBytes the most that it may hold
 * @throws ServiceError as `receiveDocument`
 */
export async function receiveBadge(request: Request, maxBytes: number): Promise<Uint8Array> {
  const upload = await receiveDocument(request, maxBytes, BADGE)
  try {
    return await readFile(upload.path)
  } finally {
    await upload.dispose()
  }
}
