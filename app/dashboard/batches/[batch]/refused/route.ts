import { csvDownload } from '@/lib/http/answer/csv-download'
import { getRefusedRows } from '@/lib/service/desk/issue/own-batch'
import { deskPage } from '../../../desk'

/** The rows of a batch that were refused, as CSV, to be mended and sent. */
export const GET = deskPage(async ({ member, params }) =>
  csvDownload('refused.csv', await getRefusedRows(member, params.batch ?? '')),
)
