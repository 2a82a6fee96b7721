import { askedSerial } from '@/app/api/public/asked-serial'
import { refParams } from '@/lib/contract/ref-params'
import { fileResponse } from '@/lib/http/answer/file-response'
import { endpoint } from '@/lib/http/endpoint'
import { getRefreshedBadge } from '@/lib/service/badges/get-open-badge'

/** The refresh service of every badge: the current correction as JSON-LD. */
export const GET = endpoint({ group: 'signed_credential', params: refParams }, async ({ request, params }) =>
  fileResponse(request, await getRefreshedBadge(askedSerial(params.ref))),
)
