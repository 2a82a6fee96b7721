import { randomUUID } from 'node:crypto'
import { cleanLines } from '@/lib/domain/text/clean-lines'
import { MAIL_LANGUAGES } from '@/lib/env'
import { readerError } from '@/lib/i18n/desk/reader-error'
import { domainCounts } from '@/lib/service/issuers/domain-counts'
import { enqueueMail, requireMail } from '@/lib/service/mail/enqueue-mail'
import { type IssuerVoice, voiceIn } from '@/lib/service/mail/issuer-voice'
import { type PreviewedMail, previewSampleMail } from '@/lib/service/mail/preview-certificate-mail'
import { transaction, workingPool } from '@/lib/store/database/database'
import { countActivitiesOfADay } from '@/lib/store/desk/activities'
import { findMailSettings, holdMailSettings, type MailSettings } from '@/lib/store/mail/mail-settings'
import { actingMember } from './acting-member'
import { authorize, authorizeHolding, authorizeLooking } from './authorize'
import { changeMailSettings, mailSettingRefused as refused } from './change-mail-settings'
import type { DeskMember, DeskPerson } from './desk-person'
import { noteActivity } from './note-activity'

/** The most characters of what is added to messages. */
export const MAIL_WORDS_LENGTH = 500
/** Changes within a day: owners are told of each, and shall not learn to look away. */
const MOST_CHANGES = 20
const MOST_TESTS = 20

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
  await changeMailSettings(
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
 * Sends the member the message about a new certificate with invented values, marked as a test.
 * @throws as `authorize` and `requireMail`; ServiceError `malformed` past a bound
 */
export async function sendTestMail(person: DeskPerson, member: DeskMember): Promise<void> {
  authorize(member, 'manage_mail')
  requireMail()
  const { issuerId, issuerName } = member
  await transaction(async (tx) => {
    await authorizeHolding(tx, member, 'manage_mail')
    // Held, so that of many at once none slips by.
    const { language } = await holdMailSettings(tx, issuerId)
    if ((await countActivitiesOfADay(tx, issuerId, 'mail.tested')) >= MOST_TESTS)
      throw readerError('malformed', 'mailSettings.testedOften')
    const content = { kind: 'mail_test' as const, issuerId, issuerName, name: person.name }
    await enqueueMail(tx, { ...content, to: person.email, language, about: randomUUID() })
    await noteActivity(tx, { issuerId, ...actingMember(member), action: 'mail.tested' })
  })
}
