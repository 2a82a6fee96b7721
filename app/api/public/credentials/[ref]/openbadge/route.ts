import { askedSerial } from '@/app/api/public/asked-serial'
import { openBadgeQuery } from '@/lib/contract/badge/open-badge'
import { refParams } from '@/lib/contract/ref-params'
import { fileResponse } from '@/lib/http/answer/file-response'
import { endpoint } from '@/lib/http/endpoint'
import { getOpenBadge } from '@/lib/service/badges/get-open-badge'

/** The certificate as an Open Badge 3.0 (spec part 5). */
export const GET = endpoint(
  { group: 'open_badge_export', params: refParams, query: openBadgeQuery },
  async ({ request, params, query }) =>
    fileResponse(request, await getOpenBadge(askedSerial(params.ref), query.format)),
)
