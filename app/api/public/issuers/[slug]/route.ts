import { issuerAnswerShape, slugParams } from '@/lib/contract/issuer/issuer'
import { env } from '@/lib/env'
import { ServiceError } from '@/lib/errors'
import { ISSUER_HEADERS } from '@/lib/http/answer/issuer-headers'
import { jsonResponse } from '@/lib/http/answer/respond'
import { endpoint } from '@/lib/http/endpoint'
import { getIssuerProfile } from '@/lib/service/issuers/get-issuer-profile'
import { presentProfile } from '@/lib/service/issuers/present-issuer'

/** An issuer's profile (spec part 5). One answer for every slug that leads to nobody. */
export const GET = endpoint(
  { group: 'issuer_profile', params: slugParams, response: issuerAnswerShape, headers: ISSUER_HEADERS },
  async ({ params }) => {
    const found = await getIssuerProfile(params.slug)
    if (!found) throw new ServiceError('not_found', 'No issuer matches.')
    if (found.kind === 'profile') return presentProfile(found.profile, env().BASE_URL)
    const headers = { location: `/api/public/issuers/${found.slug}`, 'cache-control': 'no-store' }
    return jsonResponse(308, headers, { success: false, error: 'This issuer has another slug now.' })
  },
)
