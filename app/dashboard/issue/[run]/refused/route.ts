import { csvDownload } from '@/lib/http/answer/csv-download'
import { findIssueRun } from '@/lib/service/desk/certificates/issue-runs'
import { deskPage } from '../../../desk'

/** The rows of a run that were refused, as CSV. */
export const GET = deskPage(async ({ member, params }) =>
  csvDownload('refused.csv', (await findIssueRun(member, params.run ?? ''))?.outcome?.refusedCsv),
)
