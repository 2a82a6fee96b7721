import type { CertificateWire } from '@/lib/contract/check/certificate'
import type { OverallStatus } from '@/lib/contract/check/verification'
import { presentCertificate } from '@/lib/domain/certificate/present-certificate'
import { env } from '@/lib/env'
import { type CertificateSearch, findCertificatePlaces } from '@/lib/store/desk/find-certificates'
import type { Place } from '@/lib/store/desk/search-sources'
import { readIssuerEvidence } from '@/lib/store/evidence/read-evidence'
import { servingGuard } from '@/lib/store/database/serving-guard'
import { authorize } from '@/lib/service/desk/authorize'
import type { DeskMember } from '@/lib/service/desk/desk-person'
import { judgeOwnEvidence } from './judge-own-evidence'
import { noteMemberReading } from '@/lib/service/desk/note-member-reading'

/** One certificate of a list: what verifies, and what a check of it says. */
interface ListedCertificate {
  certificate: CertificateWire
  overallStatus: OverallStatus
}

/** A page of certificates, the newest first. */
interface ResultPage {
  certificates: ListedCertificate[]
  next: Place | null
  /** There may be more behind `next`: reading stopped at its bound. */
  stopped: boolean
}

/** How many certificates stand on a page. */
export const PAGE_SIZE = 25

/**
 * Searches the certificates of the member's issuer (spec part 3: columns are for finding only). The activity
 * log says that it was done and how many were shown, not what was sought: that is a name.
 * @param after the last of the page before, or null
 * @throws ServiceError `forbidden`; `unavailable` when a certificate of the page cannot be judged
 */
export async function searchCertificates(
  member: DeskMember,
  search: CertificateSearch,
  after: Place | null,
): Promise<ResultPage> {
  authorize(member, 'read_certificates')
  const { places, evidence } = await servingGuard().run(async () => {
    const found = await findCertificatePlaces(member.issuerId, search, after, PAGE_SIZE)
    const keys = found.found.map(({ serialKey }) => serialKey)
    return { places: found, evidence: keys.length === 0 ? null : await readIssuerEvidence(keys, member.issuerId) }
  })
  const judged = evidence && judgeOwnEvidence(evidence)
  const byKey = new Map<string, ListedCertificate>()
  for (const [lineageId, rows] of evidence?.lineages ?? []) {
    for (const [index, { serialKey }] of rows.entries()) {
      const judgement = judged?.get(lineageId)?.[index]
      if (!judgement) continue
      const certificate = presentCertificate(judgement.certificate, env().BASE_URL)
      byKey.set(serialKey, { certificate, overallStatus: judgement.overallStatus })
    }
  }
  const certificates = places.found.flatMap(({ serialKey }) => byKey.get(serialKey) ?? [])
  noteMemberReading(member, { action: 'certificates.searched', subject: null, serials: certificates.length })
  return { certificates, next: places.next, stopped: places.stopped }
}
