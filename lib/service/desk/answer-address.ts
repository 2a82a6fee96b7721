import { randomInt, randomUUID } from 'node:crypto'
import { emailAddress } from '@/lib/contract/email-address'
import { keyFor } from '@/lib/crypto/seals/key-source'
import { keyedHash } from '@/lib/crypto/seals/keyed-hash'
import { holdStandingIssuer } from '@/lib/service/issue/issue-certificates'
import { enqueueMail, requireMail } from '@/lib/service/mail/enqueue-mail'
import { transaction } from '@/lib/store/database/database'
import { countActivitiesOfADay } from '@/lib/store/desk/activities'
import { keyEncryptionKey } from '@/lib/store/keys/key-encryption-key'
import { holdMailSettings, replaceMailSettings } from '@/lib/store/mail/mail-settings'
import { actingMember } from './acting-member'
import { authorize, authorizeHolding } from './authorize'
import { changeMailSettings, mailSettingRefused as refused } from './change-mail-settings'
import type { DeskMember } from './desk-person'
import { noteActivity } from './note-activity'

/** Addresses that an issuer may ask within a day: each gets a message that it did not want perhaps. */
const MOST_ASKED = 5
/** Wrong codes of an issuer within a day. */
const MOST_WRONG = 10
const CODE_HOURS = 24
const CODE_PURPOSE = 'certificate-verification/reply-to-code/v1'
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/**
 * Asks the mailbox behind an address whether answers may go there: it gets a code, which an owner enters here.
 * @throws as `authorize`, `requireMail` and `holdStandingIssuer`; ServiceError `malformed` with its field among the details
 */
export async function askReplyTo(member: DeskMember, typed: string): Promise<void> {
  authorize(member, 'manage_mail')
  requireMail()
  const { data: address } = emailAddress.safeParse(typed)
  if (address === undefined) throw refused('reply_to', 'mailSettings.badAddress')
  const { issuerId } = member
  const code = Array.from({ length: 8 }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  const until = new Date(Date.now() + CODE_HOURS * 3_600_000)
  const asked = { replyTo: address, hash: codeHash(issuerId, code), until }
  await changeMailSettings(
    member,
    'mail.reply_to_asked',
    (before) => ({ ...before, asked }),
    async (tx) => {
      if ((await countActivitiesOfADay(tx, issuerId, 'mail.reply_to_asked')) >= MOST_ASKED)
        throw refused('reply_to', 'mailSettings.askedOften')
      const { name: issuerName } = await holdStandingIssuer(tx, issuerId)
      const content = { kind: 'reply_to' as const, issuerName, code, until: until.toISOString() }
      await enqueueMail(tx, { ...content, to: address, issuerId, about: randomUUID() })
    },
  )
}

/**
 * Has answers go to the address that was asked, whose mailbox holds the code.
 * @throws as `authorize`; ServiceError `malformed` with its field among the details
 */
export async function confirmReplyTo(member: DeskMember, typed: string): Promise<void> {
  authorize(member, 'manage_mail')
  const { issuerId } = member
  const acting = actingMember(member)
  const hash = codeHash(issuerId, typed.replace(/[\s-]+/g, '').toUpperCase())
  // Another transaction than a refusal, which would take the count of wrong codes back.
  const isRight = await transaction(async (tx) => {
    await authorizeHolding(tx, member, 'manage_mail')
    const { asked, ...settings } = await holdMailSettings(tx, issuerId)
    if ((await countActivitiesOfADay(tx, issuerId, 'mail.reply_to_wrong_code')) >= MOST_WRONG)
      throw refused('code', 'mailSettings.triedOften')
    if (asked === null || asked.until.getTime() <= Date.now() || asked.hash !== hash) {
      await noteActivity(tx, { issuerId, ...acting, action: 'mail.reply_to_wrong_code' })
      return false
    }
    await replaceMailSettings(tx, issuerId, { ...settings, replyTo: asked.replyTo, asked: null }, acting.actor)
    await noteActivity(tx, { issuerId, ...acting, action: 'mail.reply_to_confirmed' })
    return true
  })
  if (!isRight) throw refused('code', 'mailSettings.badCode')
}

/**
 * Has answers go nowhere again, and forgets what was asked.
 * @throws as `authorize`
 */
export async function removeReplyTo(member: DeskMember): Promise<void> {
  authorize(member, 'manage_mail')
  await changeMailSettings(member, 'mail.reply_to_removed', (before) =>
    before.replyTo === null && before.asked === null ? before : { ...before, replyTo: null, asked: null },
  )
}

function codeHash(issuerId: string, code: string): string {
  return keyedHash(keyFor(keyEncryptionKey(), CODE_PURPOSE), issuerId, code)
}
