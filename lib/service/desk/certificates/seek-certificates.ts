import { couldBeSerial, serialKey } from '@/lib/domain/certificate/serial'
import type { DeskMember } from '@/lib/service/desk/desk-person'
import type { CertificateSearch } from '@/lib/store/desk/find-certificates'
import { searchCertificates } from './search-certificates'

/** What a text in the one search field turned out to be. */
type Sought =
  | { kind: 'certificate'; serial: string }
  | { kind: 'name' | 'number' | 'event'; page: Awaited<ReturnType<typeof searchCertificates>> }

const NOTHING: CertificateSearch = {
  name: null,
  registrationNumber: null,
  eventTitle: null,
  serialKey: null,
  status: null,
}

/**
 * Finds whatever somebody put into the desk's one search field: a serial or a link leads to its certificate, anything
 * else is looked for among names, then the issuer's own numbers, then events.
 * @param serials that the text holds, by itself or in links
 * @throws as `searchCertificates`
 */
export async function seekCertificates(member: DeskMember, text: string, serials: readonly string[]): Promise<Sought> {
  const [serial, another] = serials
  const key = serial === undefined || another !== undefined ? null : serialKey(serial)
  if (key !== null && couldBeSerial(key)) {
    const { certificates } = await searchCertificates(member, { ...NOTHING, serialKey: key }, null)
    if (certificates[0]) return { kind: 'certificate', serial: certificates[0].certificate.serial }
  }
  const byName = await searchCertificates(member, { ...NOTHING, name: text }, null)
  if (byName.certificates.length > 0 || byName.stopped) return { kind: 'name', page: byName }
  const byNumber = await searchCertificates(member, { ...NOTHING, registrationNumber: text }, null)
  if (byNumber.certificates.length > 0 || byNumber.stopped) return { kind: 'number', page: byNumber }
  const byEvent = await searchCertificates(member, { ...NOTHING, eventTitle: text }, null)
  return byEvent.certificates.length > 0 ? { kind: 'event', page: byEvent } : { kind: 'name', page: byName }
}
