import { writeWorkbook } from '@/lib/domain/table/write-workbook'
import { plainResponse } from '@/lib/http/answer/plain-response'
import { ownBatchRecords } from '@/lib/service/desk/issue/own-batch'
import { deskPage } from '../../../desk'

const HEADERS = {
  'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'content-disposition': 'attachment; filename="certificates.xlsx"',
}

/** The table of a batch as a workbook. */
export const GET = deskPage(async ({ member, params }) => {
  const records: string[][] = []
  for await (const cells of ownBatchRecords(member, params.batch ?? '')) records.push(cells)
  return plainResponse(200, HEADERS, writeWorkbook(records))
})
