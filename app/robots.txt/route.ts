import { sharedResponse } from '@/lib/http/answer/shared-response'
import { endpoint } from '@/lib/http/endpoint'

/**
 * Keeps crawlers from the API alone. The pages about certificates and people are not listed here: they say `noindex`
 * themselves, which a crawler reads only if it may fetch them, and a list of quiet addresses would guide the curious.
 */
const RULES = Buffer.from('User-agent: *\nDisallow: /api/\n')
const HEADERS = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=86400' }

/** What crawlers may ask for (RFC 9309): not the interface for programs, where asking may count as a check. Not counted. */
export const GET = endpoint({}, ({ request }) => sharedResponse(request, RULES, HEADERS))
