import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { emailAddress } from '@/lib/contract/email-address'
import { keyFor } from '@/lib/crypto/seals/key-source'
import { keyedHash } from '@/lib/crypto/seals/keyed-hash'
import { couldBeSerial, serialKey } from '@/lib/domain/certificate/serial'
import { cleanLines } from '@/lib/domain/text/clean-lines'
import { cleanText } from '@/lib/domain/text/clean-text'
import { REPORT_KINDS, REPORT_LENGTH } from '@/lib/domain/text/report'
import { transactionInTime } from '@/lib/store/database/transaction-in-time'
import { keyEncryptionKey } from '@/lib/store/keys/key-encryption-key'
import { countReports, findReported, insertReport } from '@/lib/store/records/reports'

/**
 * The most reports about one serial that go to its issuer within a day. Further ones go to the operator, so that
 * nobody's false reports keep others from reporting it.
 */
export const REPORTS_OF_SERIAL = 20
/** Reports from one sender within a day. */
export const REPORTS_OF_SENDER = 20
/** Reports to one issuer within a day; further ones go to the operator, so that nobody floods an issuer. */
export const REPORTS_OF_ISSUER = 200
/** Reports to the operator within a day. */
const REPORTS_OF_OPERATOR = 1000

const SHAPE = z.object({
  kind: z.enum(REPORT_KINDS),
  serial: z.string().max(400),
  message: z.string(),
  email: z.union([z.literal(''), emailAddress]),
})

/**
 * What became of a report: kept, or what stands in its way. Whether the serial exists shows in nothing of it but once the operator has as
 * many of a day as may be: then those of issuers still go through.
 */
type ReportSent = 'sent' | 'bad_kind' | 'bad_serial' | 'bad_message' | 'bad_email' | 'too_many'

/**
 * Keeps a visitor's report of a forgery or a mistake: for the issuer whose certificate has the serial, else for the
 * operator.
 * @param written as it came from the form
 * @param sender whose reports are counted together, such as a network; null where that is not known
 * @throws ServiceError `unavailable` when the database takes too long
 */
export async function sendReport(
  written: Record<'kind' | 'serial' | 'message' | 'email', string>,
  sender: string | null = null,
): Promise<ReportSent> {
  const parsed = SHAPE.safeParse({ ...written, email: written.email.trim() })
  if (!parsed.success) {
    const field = parsed.error.issues[0]?.path[0]
    return field === 'serial' ? 'bad_serial' : field === 'email' ? 'bad_email' : 'bad_kind'
  }
  const { kind, email } = parsed.data
  const serial = cleanText(parsed.data.serial, { field: 'serial', maxLength: 200 })
  if (!serial.ok) return 'bad_serial'
  const message = cleanLines(parsed.data.message, { field: 'message', maxLength: REPORT_LENGTH })
  if (!message.ok) return 'bad_message'
  const key = serialKey(serial.text)
  const senderMac = sender === null ? null : keyedHash(senderKey(), 'sender', sender)
  return transactionInTime(async (tx) => {
    const found = couldBeSerial(key) ? await findReported(tx, key) : null
    const about = { serialKey: key, senderMac }
    const counts = await countReports(tx, { ...about, issuerId: found?.issuerId ?? null })
    if (counts.ofSender >= REPORTS_OF_SENDER) return 'too_many'
    const isFull = found !== null && (counts.ofReceiver >= REPORTS_OF_ISSUER || counts.ofSerial >= REPORTS_OF_SERIAL)
    const issuerId = isFull ? null : (found?.issuerId ?? null)
    const ofOperator = isFull ? (await countReports(tx, { ...about, issuerId: null })).ofReceiver : counts.ofReceiver
    if (issuerId === null && ofOperator >= REPORTS_OF_OPERATOR) return 'too_many'
    const certificateId = found?.certificateId ?? null
    const said = { ...about, kind, message: message.text, email: email || null }
    const id = idOf(said, new Date())
    await insertReport(tx, { ...said, id, issuerId, certificateId, serial: serial.text || null })
    return 'sent'
  })
}

/**
 * The same for the very same report of one sender within a day: of a double click, a reload, or somebody whose answer was lost, it is kept
 * once, though whoever takes it reads no words of any. UUID version 8 (RFC 9562).
 */
function idOf({ senderMac, ...said }: { senderMac: string | null; [field: string]: string | null }, now: Date): string {
  if (senderMac === null) return randomUUID()
  const told = JSON.stringify([senderMac, now.toISOString().slice(0, 10), said])
  const hex = keyedHash(senderKey(), 'report', told)
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*/, '$1-$2-8$3-8$4-$5')
}

/** Whoever has the database alone cannot try addresses. */
const senderKey = () => keyFor(keyEncryptionKey(), 'certificate-verification/report-sender/v1')
