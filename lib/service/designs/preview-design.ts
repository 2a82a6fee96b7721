import { PREVIEW_NAMES, type PreviewName } from '@/lib/contract/design/preview-names'
import type { PageDesign } from '@/lib/render/certificate/page-design'
import { drawCertificate, previewPart } from '@/lib/service/files/certificate-page'

/**
 * The page of a design as a PDF, with a name that is nobody's. It certifies nothing, and says so (`previewPart`).
 * @throws as `drawCertificate`
 */
export async function previewDesign(
  issuer: { name: string; domain: string },
  design: PageDesign | null,
  name: PreviewName,
): Promise<Uint8Array> {
  const content = {
    fullName: PREVIEW_NAMES[name],
    registrationNumber: 'REG-00418',
    eventTitle: 'Basic Safety Training, STCW VI/1',
    achievement: 'Passed',
    eventDate: '2026-11-03',
    expiresAt: Date.parse('2031-11-05T23:59:59Z'),
    issuerName: issuer.name,
    verifiedDomain: issuer.domain,
    design,
  }
  return (await drawCertificate(content, previewPart(Date.parse('2026-11-05T09:00:00Z')))).pdf
}
