import type { DocumentTypes } from './receive-document'

/** What a receipt may be sent as; what it is, its bytes say. */
export const RECEIPT_TYPES: DocumentTypes = {
  types: ['application/pdf', 'application/json', 'application/jwt', 'application/jose', 'text/plain'],
  sentence:
    'Send the receipt as application/pdf, application/json or application/jwt, or as the part “file” of multipart/form-data.',
}
