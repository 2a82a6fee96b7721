import { writeWorkbook } from '@/lib/domain/table/write-workbook'
import { plainResponse } from '@/lib/http/answer/plain-response'
import { readWholeBatch } from '@/lib/service/desk/issue/own-batch'
import { deskPage } from '../../../desk'

const HEADERS = {
  'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'content-disposition': 'attachment; filename="certificates.xlsx"',
}

/** The table of a batch as a workbook. */
export const GET = deskPage(async ({ member, params }) => {
  return plainResponse(200, HEADERS, writeWorkbook(await readWholeBatch(member, params.batch ?? '')))
})
