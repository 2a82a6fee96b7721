import { serialKey } from '@/lib/domain/certificate/serial'
import type { ReadContent } from '@/lib/domain/certificate/signed-content'
import { isSignedReason } from '@/lib/domain/certificate/withdrawal-reason'
import type { CertificateRow } from './evidence'
import type { FoldedCertificate } from './lineage-state'

/**
 * The three stored forms where they are the bytes that the signed event names (spec part 3, "Checked on each
 * verification").
 * @returns null where they are others
 */
export function signedFormsOf({ forms }: CertificateRow, folded: FoldedCertificate): CertificateRow['forms'] {
  if (!forms || forms.sequence !== folded.formsSequence) return null
  const same =
    forms.vcJwtSha256 === folded.forms.vcJwt &&
    forms.openBadgeJsonldSha256 === folded.forms.openBadgeJsonld &&
    forms.openBadgeJwtSha256 === folded.forms.openBadgeJwt
  return same ? forms : null
}

/** Whether the status columns of a row are the fold of its events; a column that disagrees was tampered with. */
export function agreesWithHistory(row: CertificateRow, folded: FoldedCertificate): boolean {
  const withdrawn = folded.status === 'withdrawn'
  return (
    row.status === folded.status &&
    row.revision === folded.revision &&
    row.recordedAt === folded.signedAt &&
    row.withdrawnAt === folded.withdrawnAt &&
    (withdrawn
      ? isSignedReason(folded.withdrawalDetail, row.withdrawalReason, row.withdrawalSalt)
      : row.withdrawalReason === null && row.withdrawalSalt === null)
  )
}

/** Whether the columns that a row is found by say what was signed: stops a swap of serials, bytes or names. */
export function agreesWithContent(row: CertificateRow, content: ReadContent): boolean {
  return (
    row.id === content.id &&
    row.serial === content.serial &&
    row.serialKey === serialKey(content.serial) &&
    row.fullName === content.fullName &&
    row.registrationNumber === content.registrationNumber &&
    row.eventTitle === content.eventTitle &&
    row.achievement === content.achievement &&
    row.eventDate === content.eventDate &&
    row.issuedAt === content.issuedAt &&
    row.expiresAt === content.expiresAt &&
    row.statusListId === content.statusListId &&
    row.statusIndex === content.statusIndex
  )
}
