import type { DocumentTypes } from './receive-document'

/** The media types of a receipt that is sent; its bytes decide what it is. */
export const RECEIPT_TYPES: DocumentTypes = {
  types: ['application/pdf', 'application/json', 'application/jwt', 'application/jose', 'text/plain'],
  sentence:
    'Send the receipt as application/pdf, application/json or application/jwt, or as the part “file” of multipart/form-data.',
}
