import { hasLongWord, isRecordedLater } from '@/components/verdict/certificate-details'
import { credentialData } from '@/components/verdict/credential-data'
import { linkedInAddress } from '@/components/verdict/linkedin-address'
import type { VerdictView } from '@/components/verdict/verdict-view'
import { inMarkup } from './page-template'
import { isoTime, shownDay, shownMoment } from './shown-times'

/** A completed check. */
export type CheckView = Extract<VerdictView, { kind: 'answer' }>

/** A serial of our own form: it stands in addresses as it is, and on one line. */
const OWN_SERIAL = /^[0-9A-Z]{4}(?:-[0-9A-Z]{4}){2,4}$/
/** As `toISOString` writes it: longer texts than the page shows stand in it as they came. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/**
 * All that decides which elements stand on the page of a check, and each word there that is no slot (`slotsOf`): pages of
 * one shape differ in their slots alone. What this leaves out is nowhere on the page, or a slot.
 * @returns null for a page that is not kept: of a file, of a record that fails its check or was replaced
 */
export function shapeOf({ answer, address, ...view }: CheckView): string | null {
  const { certificate, verification, log } = answer
  const { recipient, event, issuer, serial } = certificate
  if (view.document || answer.replacement_certificate || certificate.status === 'invalid') return null
  if (!OWN_SERIAL.test(serial) || !TIME.test(verification.verified_at)) return null
  if (certificate.verification_url !== address) return null
  const flags = [
    isRecordedLater(certificate),
    certificate.expires_at,
    certificate.withdrawn_at,
    certificate.withdrawal_reason,
    hasLongWord(recipient.full_name),
    recipient.registration_number,
    event.date,
    issuer.name,
    issuer.slug,
    issuer.verified_domain,
    log?.entered_at,
    log?.witnessed_at,
    view.watchable,
  ]
  const words = [
    ...[view.language, view.host, address.replaceAll(serial, ''), verification.overall_status, certificate.status],
    ...[certificate.revision, issuer.assurance_label, certificate.pdf_url?.replaceAll(certificate.id, '')],
    ...[log?.state, log?.proof_url?.replaceAll(serial, ''), log?.witnesses.length, ...(log?.witnesses ?? [])],
  ]
  for (const { kind, href } of view.copies ?? []) words.push(kind, href.replaceAll(serial, ''))
  for (const { id, result } of verification.checks) words.push(id, result)
  let shape = ''
  for (const flag of flags) shape += flag ? '1' : '0'
  return `${shape}\n${words.join('\n')}`
}

/** What stands in the slots of such a page, as it stands in markup; empty where its shape has none. */
export function slotsOf({ answer, address, language }: CheckView): string[] {
  const { certificate, verification, log } = answer
  const { recipient, event, issuer } = certificate
  const isVerified = verification.overall_status === 'verified'
  const recordedAt = isRecordedLater(certificate) ? certificate.recorded_at : null
  const slots: string[] = []
  for (const time of [verification.verified_at, certificate.expires_at, certificate.withdrawn_at])
    slots.push(isoTime(time), inMarkup(shownMoment(time, language)))
  for (const time of [log?.entered_at, log?.witnessed_at])
    slots.push(isoTime(time), inMarkup(shownMoment(time, language)))
  for (const time of [certificate.issued_at, recordedAt, event.date])
    slots.push(isoTime(time).slice(0, 10), inMarkup(shownDay(time, language)))
  slots.push(certificate.serial, certificate.id, encodeURIComponent(issuer.slug))
  for (const text of [recipient.full_name, recipient.registration_number, certificate.withdrawal_reason])
    slots.push(inMarkup(text ?? ''))
  for (const text of [event.title, event.achievement, issuer.name, issuer.verified_domain]) slots.push(inMarkup(text))
  slots.push(isVerified ? inMarkup(linkedInAddress(certificate)) : '')
  slots.push(isVerified ? credentialData(answer, address) : '')
  return slots
}
