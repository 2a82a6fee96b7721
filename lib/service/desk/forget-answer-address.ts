import type { Transaction } from '@/lib/store/database/database'
import { holdMailSettings, replaceMailSettings } from '@/lib/store/mail/mail-settings'
import { noteActivity } from './note-activity'

/**
 * Has answers go nowhere any more where they went to the mailbox of a person who leaves the issuer, or it was asked: what
 * recipients write is for the issuer alone.
 * @param email of the person
 */
export async function forgetAnswerAddress(
  tx: Transaction,
  acting: { issuerId: string; actor: string; address: string | null },
  email: string,
): Promise<void> {
  const { issuerId, actor, address } = acting
  const before = await holdMailSettings(tx, issuerId)
  const isTheirs = (mailbox: string | undefined | null) => mailbox?.toLowerCase() === email.toLowerCase()
  const replyTo = isTheirs(before.replyTo) ? null : before.replyTo
  const asked = isTheirs(before.asked?.replyTo) ? null : before.asked
  if (replyTo === before.replyTo && asked === before.asked) return
  await replaceMailSettings(tx, issuerId, { ...before, replyTo, asked }, actor)
  await noteActivity(tx, { issuerId, actor, address, action: 'mail.reply_to_removed' })
}
