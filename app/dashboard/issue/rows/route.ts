import { csvText } from '@/lib/domain/issue/csv-lines'
import { ROW_COLUMNS } from '@/lib/domain/issue/issue-row'
import { readForm } from '@/lib/http/desk/read-form'
import { seeOther } from '@/lib/http/desk/see-other'
import { deskText } from '@/lib/i18n/desk/text'
import { authorize } from '@/lib/service/desk/authorize'
import { UPLOAD_BYTES } from '@/lib/service/desk/issue/issue-upload'
import { sendIssueTable } from '@/lib/service/desk/issue/send-issue-table'
import { deskPage } from '../../desk'
import { problemOf } from '../../problem-of'
import { choicesOf, showIssue } from '../show-issue'

/** Takes pasted rows, or the fields of one certificate, as a file is taken. */
export const POST = deskPage(
  async (input) => {
    authorize(input.member, 'issue')
    try {
      const form = await readForm(input.request, UPLOAD_BYTES)
      const isTyped = form.get('as') === 'one'
      const text = isTyped ? await typedCsv(form) : (form.get('rows') ?? '')
      if (text.trim() === '') return await showIssue(input, deskText('issue.pasteEmpty'), 400)
      const sent = {
        fileName: deskText(isTyped ? 'issue.typed' : 'issue.pasted'),
        file: Buffer.from(text),
        choices: choicesOf(form),
      }
      return seeOther(`/dashboard/issue/${await sendIssueTable(await input.memberNow(), sent)}`)
    } catch (error) {
      return showIssue(input, problemOf(error), 400)
    }
  },
  { body: 'read', formBytes: UPLOAD_BYTES },
)

/** Where whoever had to sign in or to confirm who they are comes back to. */
export const GET = deskPage(() => seeOther('/dashboard/issue'))

function typedCsv(form: URLSearchParams): Promise<string> {
  const used = ROW_COLUMNS.filter((column) => (form.get(column) ?? '').trim() !== '')
  return csvText(used.length === 0 ? [] : [[...used], used.map((column) => form.get(column) ?? '')])
}
