import {
  changedWords,
  OWN_WORDS_FIELDS,
  OWN_WORDS_LENGTH,
  type OwnWords,
  readOwnWords,
} from '@/lib/domain/issuer/own-words'
import { NO_WORDS } from '@/lib/domain/issuer/own-words'
import { readerError } from '@/lib/i18n/desk/reader-error'
import { transaction, workingPool } from '@/lib/store/database/database'
import { findOwnWords, holdOwnWords, replaceOwnWords } from '@/lib/store/issuers/own-words'
import { actingMember } from './acting-member'
import { authorize, authorizeHolding } from './authorize'
import { requireFewADay } from './bounds/require-few-a-day'
import type { DeskMember } from './desk-person'
import { noteActivity } from './note-activity'

/**
 * What the member's organization says of itself on its public page.
 * @throws as `authorize`
 */
export async function getOwnWords(member: DeskMember): Promise<OwnWords> {
  authorize(member, 'read_certificates')
  return (await findOwnWords(workingPool(), [member.issuerId])).get(member.issuerId) ?? NO_WORDS
}

/**
 * Changes what the member's organization says of itself. Name and domain are the operator's (decision 105).
 * @param typed as typed; an empty text says nothing
 * @throws as `authorize`; ServiceError `malformed` with the first field that is refused among its details
 */
export async function changeOwnWords(member: DeskMember, typed: Record<keyof OwnWords, string>): Promise<void> {
  authorize(member, 'change_own_words')
  const words = Object.fromEntries(OWN_WORDS_FIELDS.map((field) => [field, accepted(field, typed[field])]))
  const { issuerId } = member
  const acting = actingMember(member)
  await transaction(async (tx) => {
    await authorizeHolding(tx, member, 'change_own_words')
    const after = { ...NO_WORDS, ...words }
    const fields = changedWords(await holdOwnWords(tx, issuerId), after)
    if (fields.length === 0) return // sent twice, say
    // What somebody should not have said can be taken back at any time.
    if (fields.some((field) => after[field] !== null)) await requireFewADay(tx, issuerId, 'organization.words_changed')
    await replaceOwnWords(tx, issuerId, after, acting.actor)
    await noteActivity(tx, { issuerId, ...acting, action: 'organization.words_changed', detail: { fields } })
  })
}

function accepted(field: keyof OwnWords, typed: string): string | null {
  const read = readOwnWords(field, typed)
  if (read.ok) return read.text
  const key = ({ length: 'ownWords.tooLong', address: 'ownWords.badWebsite', text: 'ownWords.unseen' } as const)[
    read.why
  ]
  throw readerError('malformed', key, { most: OWN_WORDS_LENGTH[field] }, { field })
}
