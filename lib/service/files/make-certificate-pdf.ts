import type { Signer } from '@/lib/crypto/signature/signer'
import { statedTemplate } from '@/lib/domain/design/worn-design'
import type { StatedArtifact } from '@/lib/domain/history/evidence'
import type { DesignToWear } from '@/lib/service/designs/design-to-wear'
import { fileStore } from '@/lib/store/files/file-store'
import { drawCertificate, issuedPart, type PageContent } from './certificate-page'
import { pdfSeal, sealedPdf } from './pdf-seal'
import { stateArtifact } from './state-artifact'

/** The signed content that a certificate's page shows. */
type PdfContent = Omit<PageContent, 'design'> & {
  id: string
  serial: string
  issuedAt: number
  /** Null for the service's own page. */
  design: DesignToWear | null
  /** Whether it is made with others, before which one that somebody waits for alone may go. */
  isOneOfMany?: boolean
}

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
  const { id, serial, issuedAt, design, isOneOfMany, ...shown } = content
  // Before any work is done: a service that seals issues nothing unsealed.
  const seal = await pdfSeal()
  const page = { ...shown, design: design?.page ?? null }
  const { pdf, ...versions } = await drawCertificate(page, issuedPart(serial, issuedAt, credential), isOneOfMany)
  const bytes = await sealedPdf(seal, pdf, createdAt)
  const template = statedTemplate(versions.template, design)
  const artifact = await stateArtifact(id, 'pdf', { bytes, ...versions, template }, createdAt, signer)
  return { artifact, bytes }
}
