import { canParseUrl } from '@/lib/can-parse-url'
import type { Finding } from '@/lib/contract/check/document'
import { sha256Hex } from '@/lib/crypto/encoding/sha256'
import { couldBeSerial, serialKey } from '@/lib/domain/certificate/serial'
import type { Inspection } from '@/lib/render/inspect/inspection-result'
import { ownOrigins } from '@/lib/service/operation/own-origins'
import { checkCertificate } from './check-certificate'
import { findByFingerprints } from './find-by-fingerprint'
import { finding } from './finding'

/** A certificate that a document names, in any part of it. */
interface NamedCertificate {
  certificateId: string
  /** As the record writes it. */
  serial: string
}

export interface NamedCertificates {
  /** Each once, in the order of trust: attachment before text before QR code (spec part 7). */
  certificates: NamedCertificate[]
  findings: Finding[]
  /** Database time of the look-up, milliseconds since 1970; null when the document names none. */
  checkedAt: number | null
}

/**
 * Finds the certificates that an inspected document names (spec part 7). What it names counts only where
 * such a certificate exists, an attached credential only where it is byte for byte one that was issued here.
 * Nothing is counted as a check.
 * @throws ServiceError `unavailable` when that cannot be told
 */
export async function findNamedCertificates(inspection: Inspection): Promise<NamedCertificates> {
  const hashes = inspection.attachments.map((attachment) => sha256Hex(attachment))
  const attached = hashes.length > 0 ? await findByFingerprints([...new Set(hashes)]) : []
  const hosts = new Set(ownOrigins().map((origin) => new URL(origin).host))
  const codes = inspection.qrTexts.map((text) => readQrText(text, hosts))
  const places = [
    { id: 'credential_attached', serials: attached.map(({ serial }) => serial) },
    { id: 'serial_in_text', serials: inspection.textSerials },
    { id: 'serial_in_qr_code', serials: codes.flatMap(({ serial }) => serial ?? []) },
  ] as const
  const existing = await findExisting(places.flatMap(({ serials }) => serials))
  const findings = places.flatMap(({ id, serials }) => {
    const named = distinct(serials.flatMap((serial) => existing.get(serialKey(serial)) ?? []))
    return named.length > 0 ? [finding(id, { serials: named.map(({ serial }) => serial) })] : []
  })
  const known = new Set(attached.map(({ sha256 }) => sha256))
  if (hashes.some((hash) => !known.has(hash))) findings.push(finding('credential_unknown'))
  for (const host of new Set(codes.flatMap((code) => code.host ?? []))) {
    findings.push(finding('qr_code_elsewhere', { host }))
  }
  const found = places.flatMap(({ serials }) => serials.flatMap((serial) => existing.get(serialKey(serial)) ?? []))
  const checkedAt = found.length > 0 ? Math.min(...found.map((one) => one.checkedAt)) : null
  return { certificates: distinct(found), findings, checkedAt }
}

type Existing = NamedCertificate & { checkedAt: number }

/** By matching form of the serial. The checks that come together are read in one statement. */
async function findExisting(serials: readonly string[]): Promise<Map<string, Existing>> {
  const keys = [...new Set(serials.map(serialKey))].filter(couldBeSerial)
  const rows = await Promise.all(
    keys.map(async (key): Promise<[string, Existing][]> => {
      const checked = await checkCertificate(key)
      if (!checked) return []
      const { certificateId, checkedAt, judgement } = checked
      const { certificate } = judgement
      const serial = certificate.kind === 'genuine' ? certificate.content.serial : certificate.serial
      return [[key, { certificateId, checkedAt, serial }]]
    }),
  )
  return new Map(rows.flat())
}

function distinct(named: readonly NamedCertificate[]): NamedCertificate[] {
  return [...new Map(named.map(({ certificateId, serial }) => [certificateId, { certificateId, serial }])).values()]
}

/**
 * What a QR code says: a serial where it holds one or this service's own verification address, the host where it leads
 * anywhere else. An address of another host never names a certificate: it is what a forged one would carry.
 * @param hosts of this service, those that it had before among them
 */
function readQrText(text: string, hosts: ReadonlySet<string>): { serial?: string; host?: string } {
  if (!/^https?:/i.test(text.trim())) return couldBeSerial(serialKey(text)) ? { serial: text } : {}
  if (!canParseUrl(text.trim())) return {}
  const url = new URL(text.trim())
  if (!hosts.has(url.host) || url.username !== '') return { host: url.host }
  const segment = /^\/verify\/([^/]+)$/.exec(url.pathname)?.[1]
  if (segment === undefined) return {}
  try {
    return { serial: decodeURIComponent(segment) }
  } catch {
    return {}
  }
}
