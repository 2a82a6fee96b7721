import { endpoint } from '@/lib/http/endpoint'
import { sharedResponse } from '@/lib/http/answer/shared-response'

/**
 * The pages about certificates and people are not listed: they say `noindex` themselves, which a crawler only reads where
 * it may ask, and a list of what is to be kept quiet is a list for the curious.
 */
const RULES = Buffer.from('User-agent: *\nDisallow: /api/\n')
const HEADERS = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=86400' }

/** What crawlers may ask for (RFC 9309): not the interface for programs, where asking may count as a check. Not counted. */
export const GET = endpoint({}, ({ request }) => sharedResponse(request, RULES, HEADERS))
