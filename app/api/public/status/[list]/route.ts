import { STATUS_LIST_TYPES, statusListParams } from '@/lib/contract/badge/open-badge'
import { documentResponse } from '@/lib/http/answer/document-response'
import { preferredType } from '@/lib/http/answer/preferred-type'
import { endpoint } from '@/lib/http/endpoint'
import { getStatusList, getStatusListJwt } from '@/lib/service/badges/get-status-list'

const CONFIG = { group: 'signed_credential', params: statusListParams, headers: { vary: 'accept' } } as const

/** A status list as it stands now (spec part 5): readers ask again before they rely on a kept one. */
export const GET = endpoint(CONFIG, async ({ request, params }) => {
  const type = preferredType(request.headers.get('accept'), STATUS_LIST_TYPES)
  const list = await (type === 'application/vc+jwt' ? getStatusListJwt(params.list) : getStatusList(params.list))
  return documentResponse(list, type, { 'cache-control': 'no-cache' })
})
