import { csvDownload } from '@/lib/http/csv-download'
import { findIssueRun } from '@/lib/service/desk/issue-runs'
import { deskPage } from '../../../desk'

/** The rows of a run that were refused, as CSV. */
export const GET = deskPage(async ({ member, params }) =>
  csvDownload('refused.csv', (await findIssueRun(member, params.run ?? ''))?.outcome?.refusedCsv),
)
