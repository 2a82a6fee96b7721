import { RenderPool } from '@/lib/render/typeset/render-pool'
import type { CertificateDocument, RenderedCertificate } from './certificate-document'

// Next's bundles and the server's own modules are separate copies of this file: the pool must still be one.
const holder = globalThis as typeof globalThis & { certificateRenderPool?: RenderPool }

/** The one pool of this process, opened at first use. */
export function renderPool(): RenderPool {
  return (holder.certificateRenderPool ??= new RenderPool())
}

/**
 * Makes a certificate's PDF: A4, PDF/A-3a, tagged, with the signed credential attached (spec part 7). The
 * same document gives the same bytes in the same versions.
 * @param isOneOfMany whether one that somebody waits for alone may go before it
 * @throws RenderError `undrawable` with a sentence for the issuer; else `busy`, `timeout`, `crashed`, `closed`, `failed`
 */
export function renderCertificate(document: CertificateDocument, isOneOfMany = false): Promise<RenderedCertificate> {
  return renderPool().renderCertificate(document, isOneOfMany)
}

/** Dots an inch of the JPEG that is handed out. */
const DOTS = 150

/**
 * Draws a certificate's PDF as a JPEG.
 * @param dots an inch
 * @throws RenderError as above
 */
export function renderJpeg(pdf: Uint8Array, dots = DOTS): Promise<Uint8Array> {
  return renderPool().renderJpeg(pdf, dots)
}

/** Ends the rendering processes once what runs is done; the next call would start new ones. */
export async function closeRenderPool(): Promise<void> {
  const open = holder.certificateRenderPool
  delete holder.certificateRenderPool
  await open?.close()
}
