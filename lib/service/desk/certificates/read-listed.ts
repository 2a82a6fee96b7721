import type { CertificateWire } from '@/lib/contract/check/certificate'
import { presentCertificate } from '@/lib/domain/certificate/present-certificate'
import { displaySerial } from '@/lib/domain/certificate/serial'
import type { RowStatus } from '@/lib/domain/desk/row-status'
import { isKnownToLogAlone } from '@/lib/domain/history/judge-logged'
import type { Judgement } from '@/lib/domain/history/judgement'
import { env } from '@/lib/env'
import { ServiceError } from '@/lib/errors'
import { log } from '@/lib/log'
import { servingGuard } from '@/lib/store/database/serving-guard'
import { readIssuerEvidence } from '@/lib/store/evidence/read-evidence'
import { judgeOwnApart } from './judge-own-evidence'

/** One certificate of a list: what verifies, and what a check of it says. Of one that is undetermined there is the serial alone. */
export interface ListedCertificate {
  certificate: Omit<CertificateWire, 'status'>
  overallStatus: RowStatus
  /** SHA-256 of its PDF; null where none is served. */
  pdfSha256: string | null
  /** The current certificate of its lineage, where that has replaced it. */
  correction?: ListedCertificate
}

/**
 * Certificates of an issuer by their keys, each verified; another issuer's are left out. One that cannot be determined, or whose record
 * is lost where the public log knows it, leaves the others as they are (decision 147).
 * @param options `typed`: somebody named these serials, so that one of which nobody can tell whether it is theirs is listed as well
 * @throws ServiceError `unavailable` when what all of them need cannot be had
 */
export async function readListed(
  issuerId: string,
  serialKeys: readonly string[],
  { typed = false } = {},
): Promise<Map<string, ListedCertificate>> {
  const byKey = new Map<string, ListedCertificate>()
  if (serialKeys.length === 0) return byKey
  const evidence = await servingGuard().run(() => readIssuerEvidence([...serialKeys], issuerId))
  for (const [lineageId, judge] of judgeOwnApart(evidence)) {
    const rows = evidence.lineages.get(lineageId) ?? []
    const all = listedOrNull(judge) ?? rows.map(({ serialKey }) => untold(serialKey))
    const current = all.at(-1)
    for (const one of all) if (current && one.overallStatus === 'superseded') one.correction = current
    for (const [index, one] of all.entries()) byKey.set(rows[index]?.serialKey ?? '', one)
  }
  for (const key of serialKeys) {
    const isKnown = byKey.has(key) ? false : isKnownToLogAlone(key, evidence, issuerId)
    if (isKnown || (isKnown === null && typed)) byKey.set(key, untold(key))
  }
  return byKey
}

/** Null where they cannot be determined. */
function listedOrNull(judge: () => Judgement[]): ListedCertificate[] | null {
  try {
    return judge().map(listed)
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'unavailable') throw error
    log.warn({ err: error }, 'a certificate of a list is undetermined')
    return null
  }
}

function listed({ certificate: checked, overallStatus }: Judgement): ListedCertificate {
  const certificate = presentCertificate(checked, env().BASE_URL)
  const pdf = checked.kind === 'genuine' ? checked.pdf : null
  return { certificate, overallStatus, pdfSha256: certificate.pdf_url === undefined ? null : (pdf?.sha256 ?? null) }
}

/** Nothing but the serial that was asked for. */
function untold(serialKey: string): ListedCertificate {
  const facts = { id: '', serial: displaySerial(serialKey), revision: 1, issuedAt: 0, signedAfterCompromise: false }
  const empty = presentCertificate({ kind: 'invalid', ...facts }, env().BASE_URL)
  return { certificate: empty, overallStatus: 'undetermined', pdfSha256: null }
}
