import { randomInt, randomUUID } from 'node:crypto'
import { z } from 'zod'
import { keyFor } from '@/lib/crypto/seals/key-source'
import { keyedHash } from '@/lib/crypto/seals/keyed-hash'
import { cleanLines } from '@/lib/domain/text/clean-lines'
import { MAIL_LANGUAGES } from '@/lib/env'
import { ServiceError } from '@/lib/errors'
import { deskText } from '@/lib/i18n/desk/text'
import { domainCounts } from '@/lib/service/issuers/domain-counts'
import { enqueueMail, requireMail } from '@/lib/service/mail/enqueue-mail'
import { type IssuerVoice, voiceIn } from '@/lib/service/mail/issuer-voice'
import { type PreviewedMail, previewSampleMail } from '@/lib/service/mail/preview-certificate-mail'
import { transaction, type Transaction, workingPool } from '@/lib/store/database/database'
import { countActivitiesOfADay } from '@/lib/store/desk/activities'
import { keyEncryptionKey } from '@/lib/store/keys/key-encryption-key'
import {
  findMailSettings,
  holdMailSettings,
  type MailSettings,
  replaceMailSettings,
} from '@/lib/store/mail/mail-settings'
import { actingMember } from './acting-member'
import { authorize, authorizeLooking } from './authorize'
import type { DeskMember, DeskPerson } from './desk-person'
import { noteActivity } from './note-activity'

/** The most characters of what is added to messages. */
export const MAIL_WORDS_LENGTH = 500
/** Addresses that an issuer may ask within a day: each gets a message that it did not want perhaps. */
const MOST_ASKED = 5
/** Wrong codes of an issuer within a day. */
const MOST_WRONG = 10
/** Changes within a day: owners are told of each, and shall not learn to look away. */
const MOST_CHANGES = 20
const MOST_TESTS = 20
const CODE_HOURS = 24
const CODE_PURPOSE = 'certificate-verification/reply-to-code/v1'
const ADDRESS = z.email().max(200)
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** What an issuer chose, and whether what it adds goes out. */
interface OwnMailSettings extends Omit<MailSettings, 'asked'> {
  asked: { replyTo: string; until: Date } | null
  domainCounts: boolean
}

/**
 * What the member's issuer chose about the mail that goes out in its name.
 * @throws as `authorizeLooking`
 */
export async function getOwnMailSettings(member: DeskMember): Promise<OwnMailSettings> {
  authorizeLooking(member, 'manage_mail')
  const [settings, counts] = await Promise.all([
    findMailSettings(workingPool(), member.issuerId),
    domainCounts(member.issuerId),
  ])
  const { asked, ...chosen } = settings
  const isOpen = asked !== null && asked.until.getTime() > Date.now()
  return { ...chosen, domainCounts: counts, asked: isOpen ? { replyTo: asked.replyTo, until: asked.until } : null }
}

/** Whether the box that mails recipients is ticked beforehand, for the forms that issue. */
export async function isMailedByDefault(member: DeskMember): Promise<boolean> {
  return (await findMailSettings(workingPool(), member.issuerId)).notify
}

/** What the member's issuer adds to its messages, and the language of recipients who have none, for previews. */
export async function findOwnVoice(member: DeskMember): Promise<IssuerVoice & { language: string | null }> {
  const settings = await findMailSettings(workingPool(), member.issuerId)
  return { ...voiceIn(settings, await domainCounts(member.issuerId)), language: settings.language }
}

/**
 * The message about a new certificate, with invented values, as it would go out now.
 * @param language a code; another is that of recipients who have none
 * @throws as `authorizeLooking`
 */
export async function previewOwnMail(person: DeskPerson, member: DeskMember, language: string): Promise<PreviewedMail> {
  authorizeLooking(member, 'manage_mail')
  const voice = await findOwnVoice(member)
  const about = { to: person.email, name: person.name, issuerName: member.issuerName }
  return previewSampleMail(about, voice, MAIL_LANGUAGES.find((one) => one === language) ?? voice.language)
}

/**
 * Keeps the language of recipients who have none, the words that are added, and whether recipients are mailed by default.
 * @throws as `authorize`; ServiceError `malformed` with its field among the details
 */
export async function chooseMailSettings(
  member: DeskMember,
  typed: { language: string; words: string; notify: boolean },
): Promise<void> {
  authorize(member, 'manage_mail')
  const language = MAIL_LANGUAGES.find((one) => one === typed.language) ?? null
  if (language === null && typed.language !== '') throw refused('language', 'mailSettings.badLanguage')
  const words = readWords(typed.words)
  await change(
    member,
    'mail.settings_changed',
    (before) =>
      before.language === language && before.words === words && before.notify === typed.notify
        ? before
        : { ...before, language, words, notify: typed.notify },
    async (tx) => {
      if ((await countActivitiesOfADay(tx, member.issuerId, 'mail.settings_changed')) >= MOST_CHANGES)
        throw refused(null, 'mailSettings.changedOften')
    },
  )
}

function readWords(typed: string): string | null {
  if (typed.trim() === '') return null
  const clean = cleanLines(typed, { field: 'The words', maxLength: MAIL_WORDS_LENGTH })
  if (clean.ok) return clean.text
  const isLong = clean.reason.endsWith('are allowed')
  throw isLong ? refused('words', 'ownWords.tooLong', { most: MAIL_WORDS_LENGTH }) : refused('words', 'ownWords.unseen')
}

/**
 * Asks the mailbox behind an address whether answers may go there: it gets a code, which an owner enters here.
 * @throws as `authorize` and `requireMail`; ServiceError `malformed` with its field among the details
 */
export async function askReplyTo(member: DeskMember, typed: string): Promise<void> {
  authorize(member, 'manage_mail')
  requireMail()
  const { data: address } = ADDRESS.safeParse(typed.trim())
  if (address === undefined) throw refused('reply_to', 'mailSettings.badAddress')
  const { issuerId, issuerName } = member
  const code = Array.from({ length: 8 }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  const until = new Date(Date.now() + CODE_HOURS * 3_600_000)
  const asked = { replyTo: address, hash: codeHash(issuerId, code), until }
  await change(
    member,
    'mail.reply_to_asked',
    (before) => ({ ...before, asked }),
    async (tx) => {
      if ((await countActivitiesOfADay(tx, issuerId, 'mail.reply_to_asked')) >= MOST_ASKED)
        throw refused('reply_to', 'mailSettings.askedOften')
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
  await change(member, 'mail.reply_to_removed', (before) =>
    before.replyTo === null && before.asked === null ? before : { ...before, replyTo: null, asked: null },
  )
}

/**
 * Sends the member the message about a new certificate with invented values, marked as a test.
 * @throws as `authorize` and `requireMail`; ServiceError `malformed` past a bound
 */
export async function sendTestMail(person: DeskPerson, member: DeskMember): Promise<void> {
  authorize(member, 'manage_mail')
  requireMail()
  const { issuerId, issuerName } = member
  await transaction(async (tx) => {
    if ((await countActivitiesOfADay(tx, issuerId, 'mail.tested')) >= MOST_TESTS)
      throw new ServiceError('malformed', deskText('mailSettings.testedOften'))
    const content = { kind: 'mail_test' as const, issuerId, issuerName, name: person.name }
    const { language } = await findMailSettings(tx, issuerId)
    await enqueueMail(tx, { ...content, to: person.email, language, about: randomUUID() })
    await noteActivity(tx, { issuerId, ...actingMember(member), action: 'mail.tested' })
  })
}

async function change(
  member: DeskMember,
  action: string,
  next: (before: MailSettings) => MailSettings,
  beside: (tx: Transaction) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const { issuerId } = member
  const acting = actingMember(member)
  await transaction(async (tx) => {
    const before = await holdMailSettings(tx, issuerId)
    const after = next(before)
    if (after === before) return // sent twice, say
    await beside(tx)
    await replaceMailSettings(tx, issuerId, after, acting.actor)
    await noteActivity(tx, { issuerId, ...acting, action })
  })
}

function codeHash(issuerId: string, code: string): string {
  return keyedHash(keyFor(keyEncryptionKey(), CODE_PURPOSE), issuerId, code)
}

function refused(
  field: string | null,
  key: Parameters<typeof deskText>[0],
  values: Parameters<typeof deskText>[1] = {},
) {
  return new ServiceError('malformed', deskText(key, values), { details: field === null ? {} : { field } })
}
