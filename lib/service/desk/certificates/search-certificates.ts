import { authorize } from '@/lib/service/desk/authorize'
import type { DeskMember } from '@/lib/service/desk/desk-person'
import { noteMemberReading } from '@/lib/service/desk/note-member-reading'
import { servingGuard } from '@/lib/store/database/serving-guard'
import { type CertificateSearch, findCertificatePlaces } from '@/lib/store/desk/find-certificates'
import type { Place } from '@/lib/store/desk/search-sources'
import { type ListedCertificate, readListed } from './read-listed'

/** A page of certificates, in the order that was asked for. */
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
  const places = await servingGuard().run(() => findCertificatePlaces(member.issuerId, search, after, PAGE_SIZE))
  const byKey = await readListed(
    member.issuerId,
    places.found.map(({ serialKey }) => serialKey),
  )
  const certificates = places.found.flatMap(({ serialKey }) => byKey.get(serialKey) ?? [])
  noteMemberReading(member, { action: 'certificates.searched', subject: null, serials: certificates.length })
  return { certificates, next: places.next, stopped: places.stopped }
}
