import { plainResponse } from '@/lib/http/answer/plain-response'
import { drawWaitingRow } from '@/lib/service/desk/issue/waiting-rows'
import { deskPage } from '../../../desk'

/** The page of one row of a file that waits, as it will be issued: a PDF, or a picture of it. */
export const GET = deskPage(async ({ member, params, query }) => {
  const [line = '0'] = /^\d{1,8}$/.exec(query.get('line') ?? '') ?? []
  const as = query.get('as') === 'jpeg' ? 'jpeg' : 'pdf'
  const bytes = await drawWaitingRow(member, params.run ?? '', Number(line), as)
  const type = as === 'jpeg' ? 'image/jpeg' : 'application/pdf'
  return plainResponse(200, { 'content-type': type, 'content-disposition': 'inline' }, bytes)
})
