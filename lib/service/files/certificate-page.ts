import { verificationUrl } from '@/lib/domain/certificate/present-certificate'
import { env } from '@/lib/env'
import { ServiceError } from '@/lib/errors'
import type { RenderedCertificate } from '@/lib/render/certificate/certificate-document'
import type { PageDesign } from '@/lib/render/certificate/page-design'
import { renderCertificate } from '@/lib/render/certificate/render-certificate'
import { RenderError } from '@/lib/render/typeset/render-error'

/** What a certificate's page shows that is known before it is issued. */
export interface PageContent {
  fullName: string
  registrationNumber: string | null
  eventTitle: string
  achievement: string
  /** `YYYY-MM-DD` */
  eventDate: string | null
  expiresAt: number | null
  issuerName: string
  verifiedDomain: string
  /** Null for the service's own page. */
  design: PageDesign | null
}

/** What issuing adds to a page, and all in which the page that was shown before differs from the issued one (decision 65). */
export interface IssuedPart {
  serial: string
  /** Milliseconds since 1970. */
  issuedAt: number
  /** What the QR code opens. */
  verificationUrl: string
  /** The signed `vc+jwt`, attached. */
  credential: string
}

/** The part of a certificate that is issued. */
export function issuedPart(serial: string, issuedAt: number, credential: string): IssuedPart {
  return { serial, issuedAt, credential, verificationUrl: verificationUrl(env().BASE_URL, serial) }
}

/** The part of a page that certifies nothing, and says so: its serial is none, its code opens the service's own page. */
export function previewPart(issuedAt: number): IssuedPart {
  const { origin } = new URL(env().BASE_URL)
  const [serial, credential] = ['PREVIEW, NOT ISSUED', 'A preview: nothing is signed.']
  return { serial, issuedAt, credential, verificationUrl: origin }
}

/**
 * Draws a certificate's page as a PDF: one way for what is issued and for what is shown before.
 * @param isOneOfMany whether one that somebody waits for alone may go before it
 * @throws ServiceError `malformed` when a text cannot be drawn; `unavailable` when it could not be made just now
 */
export function drawCertificate(
  content: PageContent,
  part: IssuedPart,
  isOneOfMany = false,
): Promise<RenderedCertificate> {
  const document = { ...content, ...part, host: new URL(env().BASE_URL).host }
  return renderCertificate(document, isOneOfMany).catch((error: unknown) => {
    throw explain(error)
  })
}

function explain(error: unknown): unknown {
  if (!(error instanceof RenderError)) return error
  if (error.code === 'undrawable') return new ServiceError('malformed', `${error.message}.`)
  return new ServiceError('unavailable', 'The certificate’s file could not be made just now. Nothing was issued.', {
    cause: error,
  })
}
