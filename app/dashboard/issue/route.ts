import { ServiceError } from '@/lib/errors'
import { seeOther } from '@/lib/http/desk/see-other'
import { receiveUpload } from '@/lib/http/receive/receive-upload'
import { deskText } from '@/lib/i18n/desk/text'
import { authorize } from '@/lib/service/desk/authorize'
import { UPLOAD_BYTES } from '@/lib/service/desk/issue/issue-upload'
import { sendIssueTable } from '@/lib/service/desk/issue/send-issue-table'
import { deskPage } from '../desk'
import { problemOf } from '../problem-of'
import { choicesOf, showIssue } from './show-issue'

/** Takes a file of certificates to issue, and checks it. */
export const GET = deskPage((input) => {
  authorize(input.member, 'issue')
  return showIssue(input, null, 200)
})

export const POST = deskPage(
  async (input) => {
    const { member, request } = input
    // Before anything of the body is read: who may not issue need not send a file.
    authorize(member, 'issue')
    try {
      const { fileName, file, fields } = await receiveUpload(request, UPLOAD_BYTES)
      const choices = choicesOf(fields)
      return seeOther(`/dashboard/issue/${await sendIssueTable(await input.memberNow(), { fileName, file, choices })}`)
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'too_large')
        return showIssue(input, deskText('issue.tooLarge'), 413)
      return showIssue(input, problemOf(error), 400)
    }
  },
  { body: 'read' },
)
