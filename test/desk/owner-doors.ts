import { serialKey } from '@/lib/domain/certificate/serial'
import { ServiceError } from '@/lib/errors'
import { getOpenBadge, getRefreshedBadge } from '@/lib/service/badges/get-open-badge'
import { getStatusList } from '@/lib/service/badges/get-status-list'
import { validateOpenBadge } from '@/lib/service/badges/validate-open-badge'
import { lookUpCertificates } from '@/lib/service/check/look-up-certificates'
import { showCertificate } from '@/lib/service/check/show-certificate'
import { verifyFingerprint } from '@/lib/service/check/verify-document'
import { verifySomeCertificates } from '@/lib/service/check/verify-some-certificates'
import { lookUpOwn } from '@/lib/service/desk/certificates/look-up-own'
import { readOwnCertificate } from '@/lib/service/desk/certificates/read-own-certificate'
import { searchCertificates } from '@/lib/service/desk/certificates/search-certificates'
import type { DeskMember } from '@/lib/service/desk/desk-person'
import { getManifest, getManifestByFingerprint } from '@/lib/service/files/describe-artifacts'
import { getCertificateJpeg, getCertificatePdf, getSignedCredential } from '@/lib/service/files/get-certificate-file'
import { getPassport } from '@/lib/service/passport/get-passport'
import { openPassport } from '@/lib/service/passport/open-passport'
import { findReceipt } from '@/lib/service/receipts/find-receipt'
import { giveReceipt } from '@/lib/service/receipts/give-receipt'
import type { CertificateSearch } from '@/lib/store/desk/search/find-certificates'
import { askApi, askPage } from '@/test/verify-requests'

/** What is known of a certificate from the time when it was good. */
export interface OnceGood {
  serial: string
  issuerId: string
  statusListId: string
  pdfSha256: string
  badge: Uint8Array
  receiptId: string
  /** Public, with this certificate alone. */
  passport: { handle: string; manageUrl: string }
  member: DeskMember
}

const text = (value: unknown) => JSON.stringify(value ?? null)

/** Every way in which somebody can be told how a certificate stands, as words that tell of its outcome. */
export const DOORS: Record<string, (of: OnceGood) => Promise<string>> = {
  'the check by serial': ({ serial }) => overHttp(askApi(serial)),
  'the page': ({ serial }) => overHttp(askPage(serial)),
  'the check of its PDF': async ({ pdfSha256 }) => text((await verifyFingerprint(pdfSha256))?.checked),
  'its PDF': async ({ serial }) => text((await getCertificatePdf(serial)).fileName),
  'its JPEG': async ({ serial }) => text((await getCertificateJpeg(serial)).fileName),
  'its signed form': async ({ serial }) => text((await getSignedCredential(serial)).fileName),
  'its manifest': async ({ serial }) => text(await getManifest(serial)),
  'the manifest by fingerprint': async ({ pdfSha256 }) => text(await getManifestByFingerprint(pdfSha256)),
  'its badge': async ({ serial }) => text((await getOpenBadge(serial, 'jsonld')).fileName),
  'its badge, refreshed': async ({ serial }) => text((await getRefreshedBadge(serial)).fileName),
  'the badge, validated': async ({ badge }) => text(await validateOpenBadge(badge)),
  'its status list': async ({ statusListId }) => text(await getStatusList(statusListId)),
  'a new receipt': async ({ serial }) => text((await giveReceipt(serial, null))?.claims),
  'an old receipt': async ({ receiptId }) => text(await findReceipt(receiptId)),
  'the lookup': async ({ serial, issuerId }) => {
    const found = await lookUpCertificates(issuerId, [serial])
    if (found.every((one) => typeof one.found === 'string'))
      throw new ServiceError('unavailable', 'It stands by itself there.')
    return text(found)
  },
  'a passport': async ({ passport }) => text(await getPassport(passport.handle)),
  'a passport’s own page': async ({ passport }) => {
    const opened = await openPassport(passport.manageUrl)
    if (opened?.certificates.every(({ overallStatus }) => overallStatus === 'undetermined'))
      throw new ServiceError('unavailable', 'It stands by itself there.')
    return text(opened)
  },
  'the desk’s certificate': async ({ member, serial }) => text(await readOwnCertificate(member, serial)),
  'the desk’s search': async ({ member, serial }) => {
    const found = await searchCertificates(member, searchFor(serial), null)
    if (found.certificates.some(({ overallStatus }) => overallStatus === 'undetermined'))
      throw new ServiceError('unavailable', 'It stands by itself there.')
    return text(found)
  },
  'the desk’s look-up': async ({ member, serial }) => {
    const rows = await lookUpOwn(member, [serial])
    if (rows.every(({ found }) => found === null)) throw new ServiceError('unavailable', 'It stands by itself there.')
    return text(rows)
  },
  'the command': async ({ serial }) => text(await showCertificate(serial)),
  'the doctor’s sample': async ({ serial }) => {
    const sample = await verifySomeCertificates()
    const own = sample.undetermined.find((one) => one.serial === serial)
    if (own) throw new ServiceError('unavailable', own.reason)
    return text(sample)
  },
}

function searchFor(serial: string): CertificateSearch {
  return { name: null, registrationNumber: null, eventTitle: null, serialKey: serialKey(serial), status: null }
}

async function overHttp(asked: Promise<Response>): Promise<string> {
  const response = await asked
  const body = await response.text()
  if (response.status === 503) throw new ServiceError('unavailable', body)
  return `${response.status} ${/"overall_status":"(\w+)"/.exec(body)?.[1] ?? ''}`
}

/** What a door says: `unavailable` for 503, the code of another refusal, or its words. */
export async function knock(door: string, of: OnceGood): Promise<string> {
  try {
    return (await DOORS[door]?.(of)) ?? ''
  } catch (error) {
    if (error instanceof ServiceError) return error.code
    throw error
  }
}

/**
 * The doors that do not say `unavailable`, with what they say instead.
 * @param others doors that are not asked
 */
export async function doorsLeftOpen(of: OnceGood, others: readonly string[] = []): Promise<string[]> {
  const open: string[] = []
  for (const door of Object.keys(DOORS)) {
    if (others.includes(door)) continue
    const said = await knock(door, of)
    if (said !== 'unavailable') open.push(`${door} says ${said.slice(0, 120)}`)
  }
  return open
}
