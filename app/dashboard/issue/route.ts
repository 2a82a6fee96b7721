import { IssuePage } from '@/components/desk/certificates/issue-page'
import type { DeskInput } from '@/lib/http/desk/desk-endpoint'
import { receiveUpload } from '@/lib/http/receive/receive-upload'
import { seeOther } from '@/lib/http/desk/see-other'
import { ServiceError } from '@/lib/errors'
import { deskText } from '@/lib/i18n/desk/text'
import { authorize } from '@/lib/service/desk/authorize'
import { previewIssueFile } from '@/lib/service/desk/certificates/issue-runs'
import { UPLOAD_BYTES } from '@/lib/service/desk/certificates/issue-upload'
import { mailIsOn } from '@/lib/service/mail/enqueue-mail'
import { deskHtml, deskPage, viewerOf } from '../desk'
import { problemOf } from '../problem-of'

/** Takes a file of certificates to issue, and checks it. */
export const GET = deskPage((input) => {
  authorize(input.member, 'issue')
  return show(input, null, 200)
})

export const POST = deskPage(
  async (input) => {
    const { member, request } = input
    // Before anything of the body is read: who may not issue need not send a file.
    authorize(member, 'issue')
    try {
      const { fileName, file, fields } = await receiveUpload(request, UPLOAD_BYTES)
      const choices = {
        allowRepeats: fields.has('allow_repeats'),
        guessableSerials: fields.has('guessable_serials'),
        notify: fields.has('notify'),
      }
      return seeOther(
        `/dashboard/issue/${await previewIssueFile(await input.memberNow(), { fileName, file, choices })}`,
      )
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'too_large')
        return show(input, deskText('issue.tooLarge'), 413)
      return show(input, problemOf(error), 400)
    }
  },
  { body: 'read' },
)

function show({ person }: DeskInput, problem: string | null, status: number): Promise<Response> {
  const suspended = person.memberships.some((place) => place.issuerId === person.member?.issuerId && place.suspended)
  return deskHtml(IssuePage, { viewer: viewerOf(person), suspended, mail: mailIsOn(), problem }, status)
}
