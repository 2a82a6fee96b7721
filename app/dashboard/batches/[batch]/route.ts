import { BatchPage } from '@/components/desk/issue/batch-page'
import { hasAction } from '@/lib/domain/desk/role'
import type { DeskInput } from '@/lib/http/desk/desk-endpoint'
import { deskText } from '@/lib/i18n/desk/text'
import { findIssueRun } from '@/lib/service/desk/issue/issue-runs'
import { getOwnBatch, WORKBOOK_CERTIFICATES } from '@/lib/service/desk/issue/own-batch'
import { ZIP_CERTIFICATES } from '@/lib/service/desk/issue/zip-batch'
import { mailIsOn } from '@/lib/service/mail/enqueue-mail'
import { deskHtml, deskPage, viewerOf } from '../../desk'

/** A file that certificates were issued from. */
export const GET = deskPage(async (input) => {
  const { person, member, params, query } = input
  const [after = '0'] = /^\d{1,8}$/.exec(query.get('after') ?? '') ?? []
  const batch = await getOwnBatch(member, params.batch ?? '', Number(after))
  const most = { zipOf: ZIP_CERTIFICATES, workbookOf: WORKBOOK_CERTIFICATES }
  const shown = { batch, ...most, first: after === '0', mailIsOn: mailIsOn() }
  return deskHtml(BatchPage, { ...shown, viewer: viewerOf(person), done: await doneOf(input) })
})

/** What was done just before: the run that led here, or messages that were queued. */
async function doneOf({ member, query }: DeskInput): Promise<string | null> {
  const mailed = /^\d{1,6}$/.exec(query.get('mailed') ?? '')
  if (mailed) return deskText('batch.mailed', { count: Number(mailed[0]) })
  // Whoever reads the file may be none of those who issue.
  const led = hasAction(member.role, 'issue') ? query.get('run') : null
  const run = led === null ? null : await findIssueRun(member, led)
  const outcome = run?.outcome
  if (!outcome) return null
  const { issued, already, mailed: told } = outcome
  return [
    deskText('issueRun.issued', { count: issued }),
    ...(already > 0 ? [deskText('issueRun.already', { count: already })] : []),
    ...(told !== null && issued > 0 ? [deskText('issueRun.mails', { count: told })] : []),
  ].join(' ')
}
