import type { OpenBadgeFormat } from '@/lib/contract/badge/open-badge'
import { sha256Hex } from '@/lib/crypto/encoding/sha256'
import { type ArtifactType, MEDIA_TYPES } from '@/lib/domain/certificate/artifact'
import type { GenuineCertificate } from '@/lib/domain/history/judgement'
import { ServiceError, undetermined } from '@/lib/errors'
import { log } from '@/lib/log'
import { checkReference, getServedCertificate } from '@/lib/service/check/get-served-certificate'
import { type CertificateFile, fileName } from '@/lib/service/files/get-certificate-file'
import { servingGuard } from '@/lib/store/database/serving-guard'
import { findSignedForm } from '@/lib/store/evidence/find-artifacts'
import { type BadgeImage, findBadgeImages } from '@/lib/store/files/badge-images'
import { bakedBadge } from './bake-badge'

/**
 * A certificate as an Open Badge (spec part 5; OB 3.0). The JSON-LD and JWT forms are the bytes signed at issue.
 * @param ref id or serial
 * @throws ServiceError `not_found`, `gone`, `unavailable`; `not_exportable` with `available_formats` where the event has
 *   no badge image of this kind
 */
export async function getOpenBadge(ref: string, format: OpenBadgeFormat): Promise<CertificateFile> {
  const certificate = await getServedCertificate(ref)
  if (format === 'jsonld' || format === 'jwt') return signedForm(certificate, format)
  return bakedForm(certificate, format)
}

const IMAGES = { png: 'image/png', svg: 'image/svg+xml' } as const

async function bakedForm(certificate: GenuineCertificate, format: 'png' | 'svg'): Promise<CertificateFile> {
  const { issuer, content } = certificate
  const images = await servingGuard().run(() => findBadgeImages(issuer.id, content.eventTitle))
  const image = images.find(({ mediaType }) => mediaType === IMAGES[format])
  if (!image) throw notExportable(images)
  const { bytes, sha256 } = await signedForm(certificate, 'jsonld')
  const baked = await bakedBadge({ certificateId: content.id, bytes, sha256 }, image).catch((error: unknown) => {
    throw error instanceof ServiceError ? error : undetermined(error)
  })
  return { ...baked, mediaType: image.mediaType, fileName: fileName(certificate, format) }
}

function notExportable(images: readonly BadgeImage[]): ServiceError {
  const pictures = (['png', 'svg'] as const).filter((format) =>
    images.some(({ mediaType }) => mediaType === IMAGES[format]),
  )
  const sentence = 'This event has no badge image of this kind. Ask for the JSON-LD form instead.'
  return new ServiceError('not_exportable', sentence, {
    details: { available_formats: ['jsonld', 'jwt', ...pictures] },
  })
}

/** Whoever asks for the newest form of a badge gets none of these as such. */
const ENDED: readonly string[] = ['withdrawn', 'superseded', 'invalid']

/**
 * The current correction of the chain that a `<ref>` is in, as JSON-LD: what a badge's refresh service answers.
 * @throws ServiceError `not_found`, `unavailable`; `gone` when the chain's last certificate is withdrawn or fails its check
 */
export async function getRefreshedBadge(ref: string): Promise<CertificateFile> {
  const { judgement, replacement } = await checkReference(ref)
  // Of what the public log lacks the outcome throws once it is read: its other files are not served either.
  const { certificate: current, overallStatus } = replacement ?? judgement
  if (current.kind === 'genuine' && !ENDED.includes(overallStatus)) return signedForm(current, 'jsonld')
  throw new ServiceError('gone', 'The certificate was withdrawn or fails its check; there is no current badge.')
}

const FORMS = {
  jsonld: { type: 'openbadge+jsonld', hash: 'openBadgeJsonld', ending: 'jsonld' },
  jwt: { type: 'openbadge+jwt', hash: 'openBadgeJwt', ending: 'jwt' },
} as const satisfies Record<string, { type: ArtifactType; hash: 'openBadgeJsonld' | 'openBadgeJwt'; ending: string }>

/** A form as it was signed: the bytes that the signed event names, or none. */
async function signedForm(certificate: GenuineCertificate, format: keyof typeof FORMS): Promise<CertificateFile> {
  const { type, hash, ending } = FORMS[format]
  const { folded } = certificate
  const text = await servingGuard().run(() => findSignedForm(folded.id, folded.formsSequence, hash))
  const sha256 = folded.forms[hash]
  if (text === null || sha256Hex(text) !== sha256) {
    log.error({ certificateId: folded.id, type, missing: text === null }, 'a signed form is missing or damaged')
    throw undetermined()
  }
  const bytes = Buffer.from(text, 'utf8')
  return { bytes, sha256, mediaType: MEDIA_TYPES[type], fileName: fileName(certificate, ending) }
}
