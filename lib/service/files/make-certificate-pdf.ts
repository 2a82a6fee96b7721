import type { Signer } from '@/lib/crypto/signature/signer'
import type { SignedContent } from '@/lib/domain/certificate/credential'
import type { StatedArtifact } from '@/lib/domain/history/evidence'
import { verificationUrl } from '@/lib/domain/certificate/present-certificate'
import { env } from '@/lib/env'
import { ServiceError } from '@/lib/errors'
import { renderCertificate } from '@/lib/render/certificate/render-certificate'
import { RenderError } from '@/lib/render/typeset/render-error'
import { fileStore } from '@/lib/store/files/file-store'
import { stateArtifact } from './state-artifact'

/** The signed content that a certificate's page shows. */
type PdfContent = Pick<
  SignedContent,
  | 'id'
  | 'serial'
  | 'fullName'
  | 'registrationNumber'
  | 'eventTitle'
  | 'achievement'
  | 'eventDate'
  | 'issuedAt'
  | 'expiresAt'
> & { issuerName: string; verifiedDomain: string }

/**
 * Makes a certificate's PDF, stores it and states that it is the certificate's (spec part 7): for a certificate
 * that is being made, or whose lineage is held.
 * @returns the artifact to add; its bytes are safe in the file store
 * @throws as `drawCertificatePdf`
 */
export async function makeCertificatePdf(
  content: PdfContent,
  credential: string,
  createdAt: number,
  signer: Signer,
): Promise<StatedArtifact> {
  const { artifact, bytes } = await drawCertificatePdf(content, credential, createdAt, signer)
  await fileStore().put(artifact.sha256, bytes)
  return artifact
}

/**
 * Makes a certificate's PDF and states that it is the certificate's, without storing anything.
 * @param credential the `vc+jwt` to attach
 * @param createdAt database time, milliseconds since 1970
 * @throws ServiceError `malformed` when a text cannot be drawn; `unavailable` when it could not be made just now
 */
export async function drawCertificatePdf(
  content: PdfContent,
  credential: string,
  createdAt: number,
  signer: Signer,
): Promise<{ artifact: StatedArtifact; bytes: Uint8Array }> {
  const { id, serial, fullName, registrationNumber, eventTitle, achievement, eventDate } = content
  const { issuedAt, expiresAt, issuerName, verifiedDomain } = content
  const baseUrl = env().BASE_URL
  const { pdf, ...versions } = await renderCertificate({
    ...{ serial, fullName, registrationNumber, eventTitle, achievement, eventDate, issuedAt, expiresAt },
    ...{ issuerName, verifiedDomain },
    verificationUrl: verificationUrl(baseUrl, content.serial),
    host: new URL(baseUrl).host,
    credential,
  }).catch((error: unknown) => {
    throw explain(error)
  })
  const artifact = await stateArtifact(id, 'pdf', { bytes: pdf, ...versions }, createdAt, signer)
  return { artifact, bytes: pdf }
}

function explain(error: unknown): unknown {
  if (!(error instanceof RenderError)) return error
  if (error.code === 'undrawable') return new ServiceError('malformed', `${error.message}.`)
  return new ServiceError('unavailable', 'The certificate’s file could not be made just now. Nothing was issued.', {
    cause: error,
  })
}
