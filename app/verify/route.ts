import { renderVerdictPage } from '@/components/render-document'
import { type VerdictOutcome, verdictPath } from '@/components/verdict-view'
import { htmlResponse, pageEndpoint } from '@/lib/http/page-endpoint'
import { plainResponse } from '@/lib/http/plain-response'
import type { LanguageCode } from '@/lib/i18n/languages'
import { site } from '../site'

/** No serial is as long; a longer text is not sent through an address. */
const LONGEST_SERIAL = 200

/**
 * Where the form of the home page leads: `/verify?serial=…` becomes the page of that serial (303, path only).
 * Nothing given leads back to the form; what no path can carry is a serial that names no certificate.
 */
export const GET = pageEndpoint(
  { headers: { 'x-robots-tag': 'noindex, nofollow, noarchive' } },
  async ({ request, language }) => {
    const serial = (new URL(request.url).searchParams.get('serial') ?? '').trim()
    if (serial === '') return plainResponse(303, { location: '/' }, null)
    const unfit = serial.length > LONGEST_SERIAL || /^\.{1,2}$/.test(serial)
    if (!unfit) return plainResponse(303, { location: verdictPath(serial) }, null)
    return htmlResponse(404, await render(language, { kind: 'not_found', serial, mistyped: false }))
  },
  (error, { language }) =>
    render(language, { kind: 'could_not_check', retryAfterSeconds: error.retryAfterSeconds ?? 5 }),
)

function render(language: LanguageCode, outcome: VerdictOutcome): Promise<string> {
  const { host, origin } = site()
  const page = { host, address: `${origin}/verify`, checkedAt: new Date(), language }
  return renderVerdictPage({ ...page, ...outcome })
}
