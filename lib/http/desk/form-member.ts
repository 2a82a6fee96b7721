import { FORM_ISSUER, FORM_PERSON } from '@/lib/domain/desk/form-issuer'
import { ServiceError } from '@/lib/errors'
import { isWrite } from '@/lib/http/is-write'
import type { DeskMember, DeskPerson } from '@/lib/service/desk/desk-person'
import { StepNeeded } from './first-step'

export const OTHER_ISSUER =
  'This page was opened for another issuer than the one that you work for now. Nothing was changed. Choose the issuer that it was for, or open the page again.'

/** On a shared computer a form may wait until another person signs in. @throws ServiceError `malformed` */
export function requireOpener({ userId }: DeskPerson, query: URLSearchParams): void {
  if ((query.get(FORM_PERSON) ?? userId) === userId) return
  throw new ServiceError('malformed', 'This page was opened by someone else. Nothing was changed. Open it again.')
}

/**
 * A session works for one issuer at a time: a form or a download in another tab may be of the issuer that it worked for before. Each
 * form says of which it is; what is only read is of whichever the session works for, unless its address says.
 * @throws ServiceError `forbidden` when they work for none; `malformed` when it is of another issuer, or was opened by another person;
 *   StepNeeded when it is of another of theirs
 */
export function memberOf(
  person: DeskPerson,
  { request, query }: { request: Request; query: URLSearchParams },
): DeskMember {
  requireOpener(person, query)
  const { member, memberships } = person
  if (!member) throw new ServiceError('forbidden', 'You do not work for any issuer here. Ask an owner to invite you.')
  const asked = query.get(FORM_ISSUER)
  if (asked === member.issuerId || (asked === null && !isWrite(request))) return member
  // One of theirs: what was typed waits until they have chosen it.
  if (memberships.some(({ issuerId }) => issuerId === asked)) throw new StepNeeded('issuer')
  throw new ServiceError('malformed', OTHER_ISSUER)
}
