import { csvDownload } from '@/lib/http/csv-download'
import { findIssueRun } from '@/lib/service/desk/issue-runs'
import { deskPage } from '../../../desk'

/** The rows of a run that were refused, as CSV. */
export const GET = deskPage(({ member, params }) =>
  csvDownload('refused.csv', findIssueRun(member, params.run ?? '')?.outcome?.refusedCsv),
)
