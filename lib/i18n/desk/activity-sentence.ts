import { DESK_ROLES } from '@/lib/domain/desk/role'
import { OWN_WORDS_FIELDS } from '@/lib/domain/issuer/own-words'
import { DESK_ENGLISH } from './catalogues'
import type { DeskKey } from './catalogues'
import { deskList, deskText } from './text'

/** Of whom these were is known to owners, for as long as the invitation is kept. */
const OF_WHOM: Record<string, DeskKey> = {
  'person.invited': 'activity.person.invitedWhom',
  'person.invitation_withdrawn': 'activity.person.invitationOfWithdrawn',
}

/**
 * A sentence about an action. An action without a sentence is shown by its name.
 * @param person what the person is called whom it was done to
 */
export function activitySentence(
  entry: { action: string; subject: string | null; detail: Record<string, unknown> | null },
  person = '',
): string {
  const subject = entry.subject ?? ''
  const key = (person !== '' && OF_WHOM[entry.action]) || `activity.${entry.action}`
  if (!Object.hasOwn(DESK_ENGLISH, key)) return deskText('activity.other', { action: entry.action, subject }).trim()
  const figure = (name: string) => (typeof entry.detail?.[name] === 'number' ? entry.detail[name] : 0)
  const role = DESK_ROLES.find((one) => one === entry.detail?.role)
  const lastFour = entry.detail?.last_four
  return deskText(key as DeskKey, {
    subject,
    person,
    role: role ? deskText(`desk.role.${role}`) : '',
    end: typeof lastFour === 'string' ? `…${lastFour}` : subject,
    reason: typeof entry.detail?.reason === 'string' ? entry.detail.reason : '',
    fields: deskList(wordsOf(entry.detail?.fields), 'conjunction'),
    count: figure('count'),
    lookups: figure('lookups'),
    serials: figure('serials'),
  })
}

/** Fields of the organization's own words, by the names that the page has for them. */
function wordsOf(fields: unknown): string[] {
  if (!Array.isArray(fields)) return []
  return OWN_WORDS_FIELDS.filter((field) => fields.includes(field)).map((field) =>
    deskText(`organization.field.${field}`),
  )
}
