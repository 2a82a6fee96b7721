import { rateHeaders } from '@/lib/http/answer/respond'
import { pageHeaders } from '@/lib/http/answer/security-headers'
import type { Admission } from '@/lib/http/limits/admission'
import { VARY_BY_LANGUAGE } from '@/lib/http/request-language'

/** The headers of every answer of the desk. */
export function deskHeaders(nonce: string, requestId: string, admission: Admission): Record<string, string> {
  return {
    ...pageHeaders(nonce),
    'cache-control': 'private, no-store',
    // Not `no-referrer`: with it browsers send `origin: null` on our own forms, which is refused.
    'referrer-policy': 'same-origin',
    'x-robots-tag': 'noindex, nofollow, noarchive',
    'x-frame-options': 'DENY',
    vary: VARY_BY_LANGUAGE,
    'x-request-id': requestId,
    ...rateHeaders(admission.rate),
  }
}
