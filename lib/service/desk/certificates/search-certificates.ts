import { ServiceError } from '@/lib/errors'
import { deskText } from '@/lib/i18n/desk/text'
import { authorize } from '@/lib/service/desk/authorize'
import type { DeskMember } from '@/lib/service/desk/desk-person'
import { noteMemberReading } from '@/lib/service/desk/note-member-reading'
import { Deadline, DeadlineError } from '@/lib/store/database/deadline'
import { servingDeadlineMs } from '@/lib/store/database/deadlines'
import { servingGuard } from '@/lib/store/database/serving-guard'
import { type CertificateSearch, findCertificatePlaces } from '@/lib/store/desk/search/find-certificates'
import type { Place } from '@/lib/store/desk/search/search-order'
import { type ListedCertificate, readListed } from './read-listed'

/** A page of certificates, in the order that was asked for. */
interface ResultPage {
  certificates: ListedCertificate[]
  next: Place | null
  /** There may be more behind `next`: reading stopped at its bound. */
  stopped: boolean
  /** Nothing was found within the time that a search has. */
  late: boolean
  /** Nothing fits to the letter: these names sound like what was sought, or are parted otherwise. */
  near: boolean
}

/** How long a search may take, in milliseconds: less than a request has, so that the person is told what to do. */
const searchMs = () => 0.75 * servingDeadlineMs()

/** How many certificates stand on a page. */
export const PAGE_SIZE = 25

/**
 * Searches the certificates of the member's issuer (spec part 3: columns are for finding only). The activity
 * log says that it was done and how many were shown, not what was sought: that is a name.
 * @param after the last of the page before, or null
 * @returns `late` and nothing else where it took too long
 * @throws ServiceError `forbidden`; `unavailable` when a certificate of the page cannot be judged
 */
export async function searchCertificates(
  member: DeskMember,
  search: CertificateSearch,
  after: Place | null,
): Promise<ResultPage> {
  authorize(member, 'read_certificates')
  const places = await findInTime(member.issuerId, search, after)
  const near = search.near === true
  if (places === null) return { certificates: [], next: null, stopped: false, late: true, near }
  const byKey = await readListed(
    member.issuerId,
    places.found.map(({ serialKey }) => serialKey),
  )
  const certificates = places.found.flatMap(({ serialKey }) => byKey.get(serialKey) ?? [])
  noteMemberReading(member, { action: 'certificates.searched', subject: null, serials: certificates.length })
  return { certificates, next: places.next, stopped: places.stopped, late: false, near }
}

/** Whether a search went through everything, and nothing fits. */
export function isNothing({ certificates, stopped, late }: ResultPage): boolean {
  return certificates.length === 0 && !stopped && !late
}

/**
 * The same, and where nothing fits at all, certificates with a name that is near to the one that was sought.
 * @throws as `searchCertificates`
 */
export async function searchOrNear(
  member: DeskMember,
  search: CertificateSearch,
  after: Place | null,
): Promise<ResultPage> {
  const page = await searchCertificates(member, search, after)
  if (!isNothing(page) || search.name === null || search.near || after !== null) return page
  return searchCertificates(member, { ...search, near: true }, null)
}

/** A search that took longer than it may, which says nothing of whether the database can be reached. */
class LateSearchError extends ServiceError {
  constructor() {
    super('unavailable', deskText('certificates.late'))
  }
}

async function findInTime(issuerId: string, search: CertificateSearch, after: Place | null) {
  const deadline = new Deadline(searchMs())
  try {
    return await servingGuard().run(async () => {
      const found = findCertificatePlaces(issuerId, search, after, PAGE_SIZE, deadline)
      return deadline.limit(found).catch((error: unknown) => {
        throw error instanceof DeadlineError ? new LateSearchError() : error
      })
    })
  } catch (error) {
    if (error instanceof LateSearchError) return null
    throw error
  }
}
