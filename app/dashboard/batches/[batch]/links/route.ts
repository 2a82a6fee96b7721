import { csvSafeCell } from '@/lib/domain/issue/csv-cell'
import { csvLines } from '@/lib/domain/issue/csv-lines'
import { csvDownload } from '@/lib/http/answer/csv-download'
import { ownBatchRecords } from '@/lib/service/desk/issue/own-batch'
import { deskPage } from '../../../desk'

/** The table of a batch, with serials, links and mail, as CSV. */
export const GET = deskPage(async ({ member, params }) => {
  const lines: string[] = []
  for await (const line of csvLines(safe(ownBatchRecords(member, params.batch ?? '')))) lines.push(line)
  return csvDownload('certificates.csv', lines.join(''))
})

async function* safe(records: AsyncIterable<string[]>): AsyncGenerator<string[]> {
  for await (const cells of records) yield cells.map(csvSafeCell)
}
