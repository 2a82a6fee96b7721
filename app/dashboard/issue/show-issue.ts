import { IssuePage } from '@/components/desk/issue/issue-page'
import type { DeskInput } from '@/lib/http/desk/desk-endpoint'
import { findOwnWaitingFiles } from '@/lib/service/desk/issue/issue-runs'
import { isMailedByDefault } from '@/lib/service/desk/mail-settings'
import { mailIsOn } from '@/lib/service/mail/enqueue-mail'
import { deskHtml, viewerOf } from '../desk'

/** The page that takes rows, with what was wrong with those that were sent. */
export async function showIssue({ person }: DeskInput, problem: string | null, status: number): Promise<Response> {
  const suspended = person.memberships.some((place) => place.issuerId === person.member?.issuerId && place.suspended)
  const notify = person.member !== null && (await isMailedByDefault(person.member))
  const waiting = person.member ? await findOwnWaitingFiles(person.member) : []
  return deskHtml(
    IssuePage,
    { viewer: viewerOf(person), suspended, mail: mailIsOn(), notify, problem, waiting },
    status,
  )
}

/** The choices of a form that sends rows. */
export function choicesOf(fields: URLSearchParams) {
  return {
    allowRepeats: fields.has('allow_repeats'),
    guessableSerials: fields.has('guessable_serials'),
    notify: fields.has('notify'),
  }
}
