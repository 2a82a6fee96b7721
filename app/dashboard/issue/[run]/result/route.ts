import { csvDownload } from '@/lib/http/answer/csv-download'
import { findIssueRun } from '@/lib/service/desk/certificates/issue-runs'
import { deskPage } from '../../../desk'

/** The serials and links of a run, as CSV. */
export const GET = deskPage(async ({ member, params }) =>
  csvDownload('result.csv', (await findIssueRun(member, params.run ?? ''))?.outcome?.resultCsv),
)
