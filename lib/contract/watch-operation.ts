import { EXAMPLE_SERIAL } from '@/lib/contract/examples'
import type { Operation } from '@/lib/contract/openapi/operation'
import { WATCH_BODY_BYTES, watchAnswerShape, watchRequestShape } from './watch'

/** The endpoint that asks to be told of changes. */
export const WATCH_OPERATION: Operation = {
  id: 'watchCertificates',
  method: 'post',
  path: '/api/public/watches',
  tag: 'Verification',
  summary: 'Be told of changes',
  description:
    'Asks an e-mail address whether it wants to be told when these certificates are withdrawn, replaced or about to ' +
    'end, or when their issuer is suspended. The address confirms by a link in a first message; until then nothing is ' +
    'watched. At most three such messages a day go to one address, whoever asks. Messages name serial, change and ' +
    'time, never a name, and each ends all of them with one request (RFC 8058). The answer is the same for unknown ' +
    'serials. It takes as many places of the limit of verify by serial as there are distinct serials.',
  group: 'verify',
  body: {
    shape: watchRequestShape,
    maxBytes: WATCH_BODY_BYTES,
    example: { serials: [EXAMPLE_SERIAL], email: 'people@employer.example', language: 'en' },
  },
  answers: {
    202: {
      description: 'The request was taken. Whether a message goes out is not said.',
      shape: watchAnswerShape,
      example: () => ({ success: true }),
    },
  },
  refusals: {
    400: 'The body is not such JSON, holds no serials or more than 100, or no e-mail address.',
    429: 'Fewer places are left than there are distinct serials, more than 600 requests with a body came from this address within a minute, or your network has asked for too many messages today. Nothing was done.',
    503: 'This service sends no mail, or the request could not be kept just now. Nothing was done, unless the error says that this is not known.',
  },
}
