import { couldBeSerial, serialKey } from '@/lib/domain/certificate/serial'
import { authorize } from '@/lib/service/desk/authorize'
import type { DeskMember } from '@/lib/service/desk/desk-person'
import { noteMemberReading } from '@/lib/service/desk/note-member-reading'
import type { CertificateSearch } from '@/lib/store/desk/find-certificates'
import { type ListedCertificate, readListed } from './read-listed'
import { PAGE_SIZE, searchCertificates } from './search-certificates'

type Found = Awaited<ReturnType<typeof searchCertificates>>

/** What a text in the one search field turned out to be. */
type Sought = { kind: 'certificate'; serial: string } | { kind: 'serials' | 'name' | 'number' | 'event'; page: Found }

const NOTHING: CertificateSearch = {
  name: null,
  registrationNumber: null,
  eventTitle: null,
  serialKey: null,
  status: null,
}

/**
 * Finds whatever somebody put into the desk's one search field: serials and links lead to their certificates, anything
 * else is looked for among names, then the issuer's own numbers, then events.
 * @param serials that the text holds, by itself or in links
 * @throws as `searchCertificates`
 */
export async function seekCertificates(member: DeskMember, text: string, serials: readonly string[]): Promise<Sought> {
  const named = await readNamed(member, serials)
  const [only, another] = named
  if (only && !another) return { kind: 'certificate', serial: only.certificate.serial }
  if (another) return { kind: 'serials', page: { certificates: named, next: null, stopped: false, late: false } }
  const byName = await searchCertificates(member, { ...NOTHING, name: text }, null)
  if (byName.certificates.length > 0 || byName.stopped || byName.late) return { kind: 'name', page: byName }
  const byNumber = await searchCertificates(member, { ...NOTHING, registrationNumber: text }, null)
  if (byNumber.certificates.length > 0 || byNumber.stopped || byNumber.late) return { kind: 'number', page: byNumber }
  const byEvent = await searchCertificates(member, { ...NOTHING, eventTitle: text }, null)
  return byEvent.certificates.length > 0 || byEvent.late
    ? { kind: 'event', page: byEvent }
    : { kind: 'name', page: byName }
}

/** The certificates of these serials, in their order; none where more are named than stand on a page. */
async function readNamed(member: DeskMember, serials: readonly string[]): Promise<ListedCertificate[]> {
  authorize(member, 'read_certificates')
  const keys = [...new Set(serials.map(serialKey).filter(couldBeSerial))]
  if (keys.length === 0 || keys.length > PAGE_SIZE) return []
  const byKey = await readListed(member.issuerId, keys)
  if (byKey.size > 0) noteMemberReading(member, { action: 'certificates.searched', subject: null, serials: byKey.size })
  return keys.flatMap((key) => byKey.get(key) ?? [])
}
