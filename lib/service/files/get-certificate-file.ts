import type { StatedArtifact } from '@/lib/domain/history/evidence'
import { type GenuineCertificate, newestPdf } from '@/lib/domain/history/judgement'
import { ServiceError, undetermined } from '@/lib/errors'
import { renderJpeg } from '@/lib/render/certificate/render-certificate'
import { currentSignatures } from '@/lib/service/check/current-signatures'
import { getServedCertificate } from '@/lib/service/check/get-served-certificate'
import { serviceSigner } from '@/lib/service/keys/service-signer'
import { servingGuard } from '@/lib/store/database/serving-guard'
import { transactionInTime } from '@/lib/store/database/transaction-in-time'
import { insertArtifacts } from '@/lib/store/evidence/artifacts'
import { databaseTime } from '@/lib/store/evidence/event-log'
import { findArtifacts } from '@/lib/store/evidence/find-artifacts'
import { RecentResults } from '@/lib/store/evidence/recent-results'
import { fileStore } from '@/lib/store/files/file-store'
import { findFile, openFile } from './read-file'
import { stateArtifact } from './state-artifact'

/** A file of a certificate, as it is served. */
export interface CertificateFile {
  bytes: Uint8Array
  sha256: string
  mediaType: string
  fileName: string
}

/** What the JPEG was made by: the rasteriser has no template and no fonts of its own. */
const JPEG_VERSIONS = { template: 'page-1', fonts: '', generator: 'pdfium' }

/**
 * The certificate's PDF, as stored at issue (spec parts 5 and 7).
 * @param ref id or serial
 * @throws ServiceError `not_found`; `gone`; `unavailable`, also where no statement of its PDF is there
 */
export async function getCertificatePdf(ref: string): Promise<CertificateFile> {
  const certificate = await getServedCertificate(ref)
  const { sha256 } = requirePdf(certificate)
  return { bytes: await openFile(sha256), sha256, mediaType: 'application/pdf', fileName: fileName(certificate, 'pdf') }
}

/**
 * The same page as a JPEG, made on first request and stored.
 * @throws ServiceError as `getCertificatePdf`
 */
export async function getCertificateJpeg(ref: string): Promise<CertificateFile> {
  const certificate = await getServedCertificate(ref)
  const pdf = requirePdf(certificate)
  const found = await findJpeg(pdf)
  // A picture that was lost is made again of the PDF.
  const stored = found && (await findFile(found.sha256))
  const { sha256, bytes } = stored ? { sha256: found.sha256, bytes: stored } : await makeJpeg(pdf)
  return { bytes, sha256, mediaType: 'image/jpeg', fileName: fileName(certificate, 'jpg') }
}

/**
 * The signed credential, `vc+jwt`, byte for byte as signed (VC-JOSE-COSE).
 * @throws ServiceError `not_found`, `gone`, `unavailable`
 */
export async function getSignedCredential(ref: string): Promise<CertificateFile> {
  const certificate = await getServedCertificate(ref)
  const { forms } = certificate.row
  if (!forms) throw new Error('a genuine certificate without its signed bytes')
  return {
    bytes: Buffer.from(forms.vcJwt, 'ascii'),
    sha256: certificate.folded.forms.vcJwt,
    mediaType: 'application/vc+jwt',
    fileName: fileName(certificate, 'jwt'),
  }
}

/** Each signing comes with a PDF. */
function requirePdf(certificate: GenuineCertificate): StatedArtifact {
  const pdf = newestPdf(certificate)
  if (pdf) return pdf
  throw undetermined('what is stated of a certificate’s file is not there')
}

// By the PDF's hash, the hash of its picture: a PDF of a later signing shows the page of an earlier one, whose picture
// stands in the record already, dated before it.
const pictures = new RecentResults<{ sha256: string | null }>(20_000)
const pictureOf = ({ sha256 }: StatedArtifact) => pictures.get(sha256, () => ({ sha256: null }))

/** The stored JPEG of this PDF: an older one is the picture of another page, unless it was made of this one again. */
async function findJpeg(pdf: StatedArtifact): Promise<StatedArtifact | null> {
  return servingGuard().run(async () => {
    const artifacts = await findArtifacts(pdf.certificateId)
    const { sha256: picture } = pictureOf(pdf)
    const found = artifacts.find(
      ({ type, createdAt, sha256 }) => type === 'jpeg' && (createdAt >= pdf.createdAt || sha256 === picture),
    )
    if (!found) return null
    return (await currentSignatures()).artifact(found) === 'passed' ? found : null
  })
}

async function makeJpeg(pdf: StatedArtifact): Promise<{ sha256: string; bytes: Uint8Array }> {
  const bytes = await renderJpeg(await openFile(pdf.sha256)).catch((cause: unknown) => {
    throw new ServiceError('unavailable', 'The picture could not be made just now. Try again in a moment.', { cause })
  })
  return transactionInTime(async (tx) => {
    const signer = await serviceSigner(tx)
    const file = { bytes, ...JPEG_VERSIONS }
    const artifact = await stateArtifact(pdf.certificateId, 'jpeg', file, await databaseTime(tx), signer)
    // The row first: of a certificate that is being erased no file is stored any more.
    await insertArtifacts(tx, [artifact])
    await fileStore().put(artifact.sha256, bytes)
    pictureOf(pdf).sha256 = artifact.sha256
    return { sha256: artifact.sha256, bytes }
  })
}

/** Readable in a folder of many: the name as issued, then the serial. */
export function fileName({ content }: GenuineCertificate, ending: string): string {
  return `${content.fullName} ${content.serial}.${ending}`.replaceAll('/', '-')
}
