import { type Transaction, transaction } from '@/lib/store/database/database'
import { findSealed, insertSealed, type Querying, updateSealed } from '@/lib/store/keys/sealed-rows'

/** What an issuer chose about the mail that goes out in its name. */
export interface MailSettings {
  /** Of recipients whose row names none; null for that of the service. */
  language: string | null
  /** Whether the box that mails recipients is ticked beforehand when certificates are issued. */
  notify: boolean
  /** What stands in each message with a new certificate, a line each paragraph. */
  words: string | null
  /** Where answers go. */
  replyTo: string | null
  /** The address that was asked whether answers may go there, the hash of its code, and until when the code is taken. */
  asked: { replyTo: string; hash: string; until: Date } | null
}

/** Of an issuer that chose nothing, or whose row carries no good seal. */
const NO_MAIL_SETTINGS: MailSettings = { language: null, notify: false, words: null, replyTo: null, asked: null }

/** What an issuer chose. */
export async function findMailSettings(db: Querying, issuerId: string): Promise<MailSettings> {
  const [row] = await findSealed(db, 'issuer_mail_settings', 'issuer_id = $1', [issuerId])
  if (!row) return NO_MAIL_SETTINGS
  const { language, notify, words, replyTo, askedReplyTo, askedHash, askedUntil } = row
  const asked =
    askedReplyTo === null || askedHash === null || askedUntil === null
      ? null
      : { replyTo: askedReplyTo, hash: askedHash, until: askedUntil }
  return { language, notify, words, replyTo, asked }
}

/** The same, held until the transaction ends, so that of two changes at once the second sees the first. */
export async function holdMailSettings(tx: Transaction, issuerId: string): Promise<MailSettings> {
  await tx.query("SELECT pg_advisory_xact_lock(hashtextextended('mail settings ' || $1, 0))", [issuerId])
  return findMailSettings(tx, issuerId)
}

/** Writes what an issuer chose in the place of what it chose before, also of what carries no good seal. */
export async function replaceMailSettings(
  tx: Transaction,
  issuerId: string,
  { asked, ...settings }: MailSettings,
  changedBy: string,
): Promise<void> {
  await tx.query('DELETE FROM issuer_mail_settings WHERE issuer_id = $1', [issuerId])
  await insertSealed(tx, 'issuer_mail_settings', [
    {
      issuerId,
      ...settings,
      askedReplyTo: asked?.replyTo ?? null,
      askedHash: asked?.hash ?? null,
      askedUntil: asked?.until ?? null,
      changedBy,
      changedAt: new Date(),
    },
  ])
}

/** Forgets the addresses that were asked and have not answered in time. */
export async function forgetUnanswered(): Promise<void> {
  await transaction((tx) =>
    updateSealed(tx, 'issuer_mail_settings', 'asked_until < statement_timestamp()', [], {
      ...{ askedReplyTo: null, askedHash: null, askedUntil: null },
    }),
  )
}
