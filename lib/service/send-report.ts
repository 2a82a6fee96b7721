import { z } from 'zod'
import { cleanLines } from '@/lib/domain/clean-lines'
import { cleanText } from '@/lib/domain/clean-text'
import { REPORT_KINDS, REPORT_LENGTH } from '@/lib/domain/report'
import { couldBeSerial, serialKey } from '@/lib/domain/serial'
import { transaction } from '@/lib/store/database'
import { countReports, findReported, insertReport } from '@/lib/store/reports'

/** Reports about one serial within a day, known or not. */
export const REPORTS_OF_SERIAL = 20
/** Reports to one issuer within a day; further ones go to the operator, so that nobody floods an issuer. */
export const REPORTS_OF_ISSUER = 200
/** Reports to the operator within a day. */
export const REPORTS_OF_OPERATOR = 1000

const SHAPE = z.object({
  kind: z.enum(REPORT_KINDS),
  serial: z.string().max(400),
  message: z.string(),
  email: z.union([z.literal(''), z.email().max(200)]),
})

/** What became of a report: kept, or what stands in its way. Nothing of it depends on whether the serial exists. */
export type ReportSent = 'sent' | 'bad_kind' | 'bad_serial' | 'bad_message' | 'bad_email' | 'too_many'

/**
 * Keeps a visitor's report of a forgery or a mistake: for the issuer whose certificate has the serial, else for the
 * operator.
 * @param written as it came from the form
 */
export async function sendReport(
  written: Record<'kind' | 'serial' | 'message' | 'email', string>,
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
  const found = couldBeSerial(key) ? await findReported(key) : null
  return transaction(async (tx) => {
    const counts = await countReports(tx, key, found?.issuerId ?? null)
    const isFull = found !== null && counts.ofReceiver >= REPORTS_OF_ISSUER
    const issuerId = isFull ? null : (found?.issuerId ?? null)
    const ofOperator = isFull ? (await countReports(tx, key, null)).ofReceiver : counts.ofReceiver
    if (key !== '' && counts.ofSerial >= REPORTS_OF_SERIAL) return 'too_many'
    if (issuerId === null && ofOperator >= REPORTS_OF_OPERATOR) return 'too_many'
    const about = { issuerId, certificateId: found?.certificateId ?? null, serial: serial.text || null, serialKey: key }
    await insertReport(tx, { ...about, kind, message: message.text, email: email || null })
    return 'sent'
  })
}
