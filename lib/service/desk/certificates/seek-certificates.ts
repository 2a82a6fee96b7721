import { couldBeSerial, serialKey } from '@/lib/domain/certificate/serial'
import { serialsMeant } from '@/lib/service/check/serials-meant'
import { authorize } from '@/lib/service/desk/authorize'
import type { DeskMember } from '@/lib/service/desk/desk-person'
import { noteMemberReading } from '@/lib/service/desk/note-member-reading'
import { servingGuard } from '@/lib/store/database/serving-guard'
import type { CertificateSearch } from '@/lib/store/desk/search/find-certificates'
import { type ListedCertificate, readListed } from './read-listed'
import { isNothing, PAGE_SIZE, searchCertificates } from './search-certificates'

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

const FIELDS = [
  ['name', 'name'],
  ['number', 'registrationNumber'],
  ['event', 'eventTitle'],
] as const

/**
 * Finds whatever somebody put into the desk's one search field: serials and links lead to their certificates, anything
 * else is looked for among names, then the issuer's own numbers, then events, and at last among names that are near to it.
 * @param serials that the text holds, by itself or in links
 * @throws as `searchCertificates`
 */
export async function seekCertificates(member: DeskMember, text: string, serials: readonly string[]): Promise<Sought> {
  const named = await servingGuard().together(async () =>
    readNamed(member, await serialsMeant(serials, member.issuerId)),
  )
  const [only, another] = named
  if (only && !another) return { kind: 'certificate', serial: only.certificate.serial }
  if (another)
    return { kind: 'serials', page: { certificates: named, next: null, stopped: false, late: false, near: false } }
  for (const [kind, field] of FIELDS) {
    const page = await searchCertificates(member, { ...NOTHING, [field]: text }, null)
    if (!isNothing(page)) return { kind, page }
  }
  return { kind: 'name', page: await searchCertificates(member, { ...NOTHING, name: text, near: true }, null) }
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
