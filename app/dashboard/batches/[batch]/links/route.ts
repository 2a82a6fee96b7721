import { Readable } from 'node:stream'
import { csvSafeCell } from '@/lib/domain/issue/csv-cell'
import { csvLines } from '@/lib/domain/issue/csv-lines'
import { batchRecords, ownBatchRows, requireOwnBatch } from '@/lib/service/desk/issue/own-batch'
import { deskPage } from '../../../desk'

/** The table of a batch, with serials, links and mail, as CSV, sent as it is read: a command issues from files of any length. */
export const GET = deskPage(async ({ member, params }) => {
  const id = params.batch ?? ''
  await requireOwnBatch(member, id)
  const lines = csvLines(safe(batchRecords(ownBatchRows(member, id))))
  // What cannot be judged among the first is an answer, and no broken file.
  const first = [await lines.next(), await lines.next()].map(({ value }) => String(value ?? '')).join('')
  const file = Readable.from(bytes(first, lines), { objectMode: false })
  return new Response(Readable.toWeb(file) as ReadableStream, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="certificates.csv"',
    },
  })
})

async function* bytes(first: string, rest: AsyncGenerator<string>): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`\uFEFF${first}`)
  for await (const line of rest) yield Buffer.from(line)
}

async function* safe(records: AsyncIterable<string[]>): AsyncGenerator<string[]> {
  for await (const cells of records) yield cells.map(csvSafeCell)
}
