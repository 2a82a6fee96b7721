import type { IssueRow } from '@/lib/domain/issue/issue-row'
import { designToWear } from '@/lib/service/designs/design-to-wear'
import { drawCertificate, type IssuedPart, previewPart } from '@/lib/service/files/certificate-page'
import { transaction } from '@/lib/store/database/database'
import { holdStandingIssuer, signedDomain } from './issue-certificates'
import { changedLook, issuingLook } from './issuing-look'

/**
 * The page of a row as it will be issued, as a PDF, before anything is signed.
 * @param look the look that the row was checked with; null for whatever it is now
 * @param part what issuing adds; a preview's own unless it is known
 * @throws ServiceError `malformed` when the look was changed since, or the issuer is suspended; as `drawCertificate`
 */
export async function previewRow(
  issuerId: string,
  row: IssueRow,
  look: string | null,
  part: IssuedPart = previewPart(row.issuedAt?.getTime() ?? Math.floor(Date.now() / 1000) * 1000),
): Promise<Uint8Array> {
  const { issuer, domain, design } = await transaction(async (tx) => {
    const found = await holdStandingIssuer(tx, issuerId)
    const shown = { id: issuerId, name: found.name, domain: signedDomain(found) }
    if (look !== null && look !== (await issuingLook(tx, shown))) throw changedLook()
    return { issuer: found, domain: shown.domain, design: await designToWear(tx, issuerId, row.eventTitle) }
  })
  const { fullName, registrationNumber, eventTitle, achievement, eventDate, expiresAt } = row
  const content = {
    ...{ fullName, registrationNumber, eventTitle, achievement, eventDate },
    expiresAt: expiresAt?.getTime() ?? null,
    ...{ issuerName: issuer.name, verifiedDomain: domain, design: design?.page ?? null },
  }
  return (await drawCertificate(content, part)).pdf
}

/**
 * What new certificates of an issuer look like now (`issuingLook`).
 * @throws ServiceError as `holdStandingIssuer`
 */
export function presentLook(issuerId: string): Promise<string> {
  return transaction(async (tx) => {
    const issuer = await holdStandingIssuer(tx, issuerId)
    return issuingLook(tx, { id: issuerId, name: issuer.name, domain: signedDomain(issuer) })
  })
}
