import type { CertificateWire } from '@/lib/contract/check/certificate'
import type { OverallStatus } from '@/lib/contract/check/verification'
import { presentCertificate } from '@/lib/domain/certificate/present-certificate'
import { env } from '@/lib/env'
import { servingGuard } from '@/lib/store/database/serving-guard'
import { readIssuerEvidence } from '@/lib/store/evidence/read-evidence'
import { judgeOwnEvidence } from './judge-own-evidence'

/** One certificate of a list: what verifies, and what a check of it says. */
export interface ListedCertificate {
  certificate: CertificateWire
  overallStatus: OverallStatus
  /** SHA-256 of its PDF; null where none is served. */
  pdfSha256: string | null
  /** The current certificate of its lineage, where that has replaced it. */
  correction?: ListedCertificate
}

/**
 * Certificates of an issuer by their keys, each verified; another issuer's are left out.
 * @throws ServiceError `unavailable` when one cannot be judged
 */
export async function readListed(
  issuerId: string,
  serialKeys: readonly string[],
): Promise<Map<string, ListedCertificate>> {
  const evidence =
    serialKeys.length === 0 ? null : await servingGuard().run(() => readIssuerEvidence([...serialKeys], issuerId))
  const judged = evidence && judgeOwnEvidence(evidence)
  const byKey = new Map<string, ListedCertificate>()
  for (const [lineageId, rows] of evidence?.lineages ?? []) {
    const listed: ListedCertificate[] = []
    for (const [index, { serialKey }] of rows.entries()) {
      const judgement = judged?.get(lineageId)?.[index]
      if (!judgement) continue
      const certificate = presentCertificate(judgement.certificate, env().BASE_URL)
      const pdf = judgement.certificate.kind === 'genuine' ? judgement.certificate.pdf : null
      const pdfSha256 = certificate.pdf_url === undefined ? null : (pdf?.sha256 ?? null)
      const one = { certificate, overallStatus: judgement.overallStatus, pdfSha256 }
      listed.push(one)
      byKey.set(serialKey, one)
    }
    const current = listed.at(-1)
    for (const one of listed) if (current && one.overallStatus === 'superseded') one.correction = current
  }
  return byKey
}
