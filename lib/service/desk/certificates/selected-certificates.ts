import { serialKey } from '@/lib/domain/certificate/serial'
import { isTold } from '@/lib/domain/desk/row-status'
import { csvSafeCell } from '@/lib/domain/issue/csv-cell'
import { csvText } from '@/lib/domain/issue/csv-lines'
import { ServiceError } from '@/lib/errors'
import { readerError } from '@/lib/i18n/desk/reader-error'
import { log } from '@/lib/log'
import { serialsMeant } from '@/lib/service/check/serials-meant'
import { actingMember } from '@/lib/service/desk/acting-member'
import { authorize, authorizeHolding } from '@/lib/service/desk/authorize'
import type { DeskMember } from '@/lib/service/desk/desk-person'
import { archiveOf } from '@/lib/service/desk/issue/zip-batch'
import { noteActivity } from '@/lib/service/desk/note-activity'
import { noteMemberReading } from '@/lib/service/desk/note-member-reading'
import { enqueueMails, requireMail } from '@/lib/service/mail/enqueue-mail'
import { transaction } from '@/lib/store/database/database'
import { servingGuard } from '@/lib/store/database/serving-guard'
import { wasDone } from '@/lib/store/desk/activities'
import { giveUpFailedMail, holdResendableOf } from '@/lib/store/mail/resend-mail'
import { type ListedCertificate, readListed } from './read-listed'
import { readReasons, withdrawOwnCertificate } from './withdraw-own-certificate'

/** The most certificates that are dealt with at once: each is verified anew. */
export const MOST_SELECTED = 200

/** Certificates that somebody chose, in that order, and what was typed that is none of this issuer's. */
export interface Selection {
  found: ListedCertificate[]
  missing: string[]
}

/**
 * The certificates with these serials, each once and each verified.
 * @param serials as they were typed or chosen
 * @throws as `authorize`; ServiceError `malformed` for more than `MOST_SELECTED`, `unavailable`
 */
export async function readSelected(member: DeskMember, serials: readonly string[]): Promise<Selection> {
  authorize(member, 'read_certificates')
  if (new Set(serials.map(serialKey)).size > MOST_SELECTED)
    throw new ServiceError('malformed', `These are more than ${MOST_SELECTED} certificates. Choose fewer.`)
  const { typed, byKey } = await servingGuard().together(async () => {
    const meant = await serialsMeant(serials, member.issuerId)
    const typed = new Map(meant.map((serial) => [serialKey(serial), serial]))
    return { typed, byKey: await readListed(member.issuerId, [...typed.keys()], { typed: true }) }
  })
  const found = [...typed.keys()].flatMap((key) => byKey.get(key) ?? [])
  noteMemberReading(member, { action: 'certificates.searched', subject: null, serials: found.length })
  return { found, missing: [...typed].flatMap(([key, serial]) => (byKey.has(key) ? [] : [serial])) }
}

const HEAD = [
  ...['serial', 'verification_url', 'full_name', 'registration_number', 'event_title', 'achievement'],
  ...['recorded_at', 'expires_at', 'status'],
]

/** The table of a selection as CSV. Of a certificate whose record fails its check it has the serial and the link. */
export async function csvOfSelected({ found }: Selection): Promise<string> {
  function* records(): Generator<string[]> {
    yield HEAD
    for (const { certificate, overallStatus } of found) {
      const { serial, recipient, event, verification_url: link, recorded_at: recorded, expires_at: ends } = certificate
      const words = [recipient.full_name, recipient.registration_number ?? '', event.title, event.achievement]
      const cells = isTold(overallStatus) ? [...words, recorded, ends ?? ''] : ['', '', '', '', '', '']
      yield [serial, link, ...cells, overallStatus].map(csvSafeCell)
    }
  }
  return csvText(records())
}

/** An archive of the PDFs of a selection and its table, made as it is read. */
export async function zipSelected(selection: Selection): Promise<AsyncGenerator<Uint8Array>> {
  return archiveOf(selection.found, await csvOfSelected(selection))
}

/**
 * Sends the recipients of a selection the link of their certificate once more: of current ones with an address, of which no
 * message waits.
 * @param once the form's own id: one that is sent again, whenever that is, sends nothing
 * @returns how many messages were queued; `before` where the form was sent before
 * @throws as `readSelected`; ServiceError `malformed` where no mail can be sent
 */
export async function resendSelected(
  member: DeskMember,
  serials: readonly string[],
  once: string,
): Promise<number | 'before'> {
  authorize(member, 'issue')
  requireMail()
  const { found } = await readSelected(member, serials)
  // Nothing is sent about one that cannot be checked now.
  const told = found.filter(({ overallStatus }) => overallStatus !== 'undetermined')
  const keys = told.map(({ certificate }) => serialKey(certificate.serial))
  const { issuerId } = member
  return transaction(async (tx) => {
    await authorizeHolding(tx, member, 'issue')
    const held = await holdResendableOf(tx, issuerId, keys)
    const { actor } = actingMember(member)
    if (await wasDone(tx, { issuerId, actor, action: 'mail.sent_again' }, { once })) return 'before'
    await giveUpFailedMail(
      tx,
      held.map(({ certificateId }) => certificateId),
    )
    const orders = held.map(({ certificateId, email: to, language, sent }) => {
      const about = sent === 0 ? certificateId : `${certificateId}:${sent}`
      return { kind: 'certificate' as const, to, language, issuerId, certificateId, about }
    })
    const count = await enqueueMails(tx, orders)
    const activity = { action: 'mail.sent_again', subject: null, detail: { count, once } }
    if (count > 0) await noteActivity(tx, { issuerId, ...actingMember(member), ...activity })
    return count
  })
}

/** What became of each certificate that was to be withdrawn. */
export interface WithdrawnSelection {
  withdrawn: number
  /** They were withdrawn before. */
  already: number
  /** They wait for a second owner (docs/decisions/0033). */
  waiting: number
  refused: { serial: string; message: string }[]
  /** False where nobody could look whether those refused are as they were. */
  isKnown: boolean
}

/**
 * Withdraws a selection for good, one certificate after the other by the same door as a single one: past the bound of an
 * hour each waits for a second owner. Sent twice, what is withdrawn is refused.
 * @param typed `count` as the person typed it, which must be that of the selection
 * @throws as `readSelected`; ServiceError `malformed` before anything is withdrawn
 */
export async function withdrawSelected(
  member: DeskMember,
  serials: readonly string[],
  typed: { count: string; reason: string; publicReason: string; notify: boolean },
): Promise<WithdrawnSelection> {
  authorize(member, 'withdraw')
  const { found } = await readSelected(member, serials)
  if (found.length === 0 || typed.count.trim() !== String(found.length))
    throw new ServiceError('malformed', 'The number does not match. Type how many certificates the page shows.', {
      details: { field: 'count' },
    })
  readReasons(typed)
  if (typed.notify) requireMail()
  const result: WithdrawnSelection = { withdrawn: 0, already: 0, waiting: 0, refused: [], isKnown: true }
  const left = found.map(({ certificate }) => certificate.serial)
  let mayBeDone = false
  for (let serial = left.shift(); serial !== undefined; serial = left.shift()) {
    try {
      result[await withdrawOwnCertificate(member, serial, { ...typed, serial })] += 1
    } catch (error) {
      if (error instanceof ServiceError) {
        result.refused.push({ serial, message: error.message })
        mayBeDone ||= error.code === 'unavailable'
        continue
      }
      // What was withdrawn before the service itself failed is so for good, or may be, and the page must say so.
      if (result.withdrawn + result.waiting === 0 && !mayBeDone) throw error
      log.error({ err: error }, 'withdrawing several certificates was broken off')
      const { message } = readerError('unavailable', 'refusal.notNow')
      result.refused.push(...[serial, ...left.splice(0)].map((one) => ({ serial: one, message })))
    }
  }
  // What was withdrawn is so for good, and is said whatever cannot be read now.
  return apartFromWithdrawn(member, result).catch(() => ({ ...result, isKnown: !mayBeDone }))
}

/** A button that is pressed twice asks for what is done: that is no refusal. Looked at afterwards, since both may run at once. */
async function apartFromWithdrawn(member: DeskMember, result: WithdrawnSelection): Promise<WithdrawnSelection> {
  if (result.refused.length === 0) return result
  const { found } = await readSelected(
    member,
    result.refused.map(({ serial }) => serial),
  )
  const over = new Set(found.flatMap((one) => (one.overallStatus === 'withdrawn' ? [one.certificate.serial] : [])))
  const refused = result.refused.filter(({ serial }) => !over.has(serial))
  return { ...result, refused, already: over.size }
}
