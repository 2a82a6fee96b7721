import { ServiceError } from '@/lib/errors'
import { plainResponse } from './plain-response'

/**
 * A CSV file to keep, with a byte order mark: without it some spreadsheets read UTF-8 as something else.
 * @throws ServiceError `not_found` when there is none
 */
export function csvDownload(fileName: string, text: string | null | undefined): Response {
  if (text === null || text === undefined) throw new ServiceError('not_found', 'There is no such file any more.')
  const headers = {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${fileName}"`,
  }
  return plainResponse(200, headers, `\ufeff${text}`)
}
