import type { DeskKey } from '@/lib/i18n/desk/catalogues'
import { readerError } from '@/lib/i18n/desk/reader-error'
import { transaction, type Transaction } from '@/lib/store/database/database'
import { holdMailSettings, type MailSettings, replaceMailSettings } from '@/lib/store/mail/mail-settings'
import { actingMember } from './acting-member'
import { authorizeHolding } from './authorize'
import type { DeskMember } from './desk-person'
import { noteActivity } from './note-activity'

/**
 * Changes what the member's issuer chose about its mail, and notes it.
 * @param next returns what it was given where nothing changes, and then nothing is noted
 * @param beside done in the same transaction, before the change
 */
export async function changeMailSettings(
  member: DeskMember,
  action: string,
  next: (before: MailSettings) => MailSettings,
  beside: (tx: Transaction) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const { issuerId } = member
  const acting = actingMember(member)
  await transaction(async (tx) => {
    await authorizeHolding(tx, member, 'manage_mail')
    const before = await holdMailSettings(tx, issuerId)
    const after = next(before)
    if (after === before) return // sent twice, say
    await beside(tx)
    await replaceMailSettings(tx, issuerId, after, acting.actor)
    await noteActivity(tx, { issuerId, ...acting, action })
  })
}

/** A refusal in the reader’s language, at its field. */
export function mailSettingRefused(field: string | null, key: DeskKey, values: Record<string, string | number> = {}) {
  return readerError('malformed', key, values, field === null ? {} : { field })
}
