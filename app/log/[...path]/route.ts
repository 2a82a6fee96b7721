import { logFileParams } from '@/lib/contract/log-file'
import { plainResponse } from '@/lib/http/answer/plain-response'
import { endpoint } from '@/lib/http/endpoint'
import { getLogFile } from '@/lib/service/log/get-log-file'

/** A file of the public log (spec part 18, section 2), served without the database where it is there. */
export const GET = endpoint({ group: 'log', params: logFileParams }, async ({ params }) => {
  const { bytes, mediaType, caching } = await getLogFile(params.path)
  return plainResponse(200, { 'content-type': mediaType, 'cache-control': caching }, bytes)
})
