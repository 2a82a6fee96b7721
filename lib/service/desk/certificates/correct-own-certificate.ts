import { ServiceError } from '@/lib/errors'
import type { DeskKey } from '@/lib/i18n/desk/catalogues'
import { deskText } from '@/lib/i18n/desk/text'
import { type Correction, correctCertificate } from '@/lib/service/change/correct-certificate'
import { type CorrectionWords, type FieldNames, readChanges, readText } from '@/lib/service/change/read-changes'
import { actingMember } from '@/lib/service/desk/acting-member'
import { authorize, authorizeLooking, authorizeStill } from '@/lib/service/desk/authorize'
import type { DeskMember } from '@/lib/service/desk/desk-person'
import { holdStandingIssuer } from '@/lib/service/issue/issue-certificates'
import { type Transaction, transaction } from '@/lib/store/database/database'
import { countRecentChanges, findWaitingOf, lockChanges } from '@/lib/store/desk/withdrawal-approvals'
import { getOwnCertificate, getOwnCurrentCertificate, serialOf } from './own-certificate'
import { CHANGES_AN_HOUR } from './withdraw-own-certificate'

/** A field by its label, as the sentences that refuse it name it. */
const quoted = (key: DeskKey) => `“${deskText(key)}”`

/** The words of the form, in the reader's language. */
const names = (): FieldNames => ({
  fullName: quoted('field.fullName'),
  registrationNumber: quoted('field.registrationNumber'),
  eventTitle: quoted('field.eventTitle'),
  achievement: quoted('field.achievement'),
  eventDate: quoted('field.eventDate'),
  expiresAt: quoted('field.expiresAt'),
})

/** What a correction starts from: every field as it would be typed. */
interface CorrectableCertificate {
  id: string
  serial: string
  words: Required<CorrectionWords>
}

/**
 * A certificate of the member's issuer with the values that a correction may change, from the verified payload.
 * @throws as `authorize`, `getOwnCurrentCertificate` and `holdStandingIssuer`; ServiceError `malformed` while a withdrawal of it waits
 */
export async function getCorrectable(member: DeskMember, ref: string): Promise<CorrectableCertificate> {
  authorize(member, 'correct')
  const { content } = await getOwnCurrentCertificate(member, ref)
  const { id, serial, fullName, registrationNumber, eventTitle, achievement, eventDate, expiresAt } = content
  await requireNoWithdrawal(id)
  // Said before anything is typed. A correction asks again, in its own transaction.
  await transaction((tx) => holdStandingIssuer(tx, member.issuerId))
  return {
    id,
    serial,
    words: {
      ...{ fullName, eventTitle, achievement },
      registrationNumber: registrationNumber ?? '',
      eventDate: eventDate ?? '',
      expiresAt: expiresAt === null ? '' : new Date(expiresAt).toISOString().replace('.000Z', 'Z'),
    },
  }
}

/**
 * Corrects a certificate of the member's issuer; what was left as it was is inherited.
 * @throws as `getCorrectable`, `readChanges` and `correctCertificate`; ServiceError `malformed` past `CHANGES_AN_HOUR`
 */
export async function correctOwnCertificate(
  member: DeskMember,
  ref: string,
  typed: Required<CorrectionWords> & { reason: string; notify?: boolean },
): Promise<Correction> {
  const { id, serial, words } = await getCorrectable(member, ref)
  const reason = readText(quoted('correct.reason'), typed.reason, 1000)
  const changed = (Object.keys(words) as (keyof CorrectionWords)[]).filter((field) => typed[field] !== words[field])
  const changes = readChanges(Object.fromEntries(changed.map((field) => [field, typed[field]])), names())
  return correctCertificate(serial, changes, {
    reason,
    ...actingMember(member),
    issuerId: member.issuerId,
    notify: typed.notify ?? false,
    names: names(),
    first: async (tx) => {
      await requireRoom(tx, member.issuerId)
      await requireNoWithdrawal(id, tx)
      await authorizeStill(tx, member, 'correct')
    },
  })
}

/** A correction replaces as a withdrawal does, so that both count towards one bound (docs/decisions/0033). */
async function requireRoom(tx: Transaction, issuerId: string): Promise<void> {
  await lockChanges(tx, issuerId)
  if ((await countRecentChanges(tx, issuerId)) < CHANGES_AN_HOUR) return
  throw new ServiceError(
    'malformed',
    `${CHANGES_AN_HOUR} certificates were corrected or withdrawn here within an hour. Nothing was changed. Wait until an hour has passed, or ask the operator of this service, whose command does not wait.`,
  )
}

/**
 * What waits for owners is theirs to decide: a correction would take it from them unseen, and have its certificate verified again
 * (docs/decisions/0145).
 */
async function requireNoWithdrawal(certificateId: string, tx?: Transaction): Promise<void> {
  if (!(await findWaitingOf(certificateId, tx))) return
  throw new ServiceError(
    'malformed',
    'A withdrawal of this certificate waits for a second owner. Nothing was changed. It can be corrected once an owner has refused the withdrawal.',
  )
}

/**
 * A correction that was made, for the page after the form.
 * @throws as `authorizeLooking` and `getOwnCertificate`; ServiceError `not_found` when the certificate replaced none
 */
export async function getCorrection(
  member: DeskMember,
  ref: string,
): Promise<{ id: string; serial: string; replaced: string }> {
  authorizeLooking(member, 'correct')
  const { named, before } = await getOwnCertificate(member, ref)
  if (named.kind !== 'genuine' || !before)
    throw new ServiceError('not_found', 'There is no correction at this address.')
  return { id: named.content.id, serial: named.content.serial, replaced: serialOf(before) }
}
