import { statusListParams } from '@/lib/contract/open-badge'
import { documentResponse } from '@/lib/http/document-response'
import { endpoint } from '@/lib/http/endpoint'
import { getStatusList } from '@/lib/service/get-status-list'

/** A status list as it stands now (definitions.md part 5): readers ask again before they rely on a kept one. */
export const GET = endpoint({ group: 'signed_credential', params: statusListParams }, async ({ params }) =>
  documentResponse(await getStatusList(params.list), 'application/vc', { 'cache-control': 'no-cache' }),
)
