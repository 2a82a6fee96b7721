import { couldBeSerial, serialKey } from '@/lib/domain/certificate/serial'
import type { Evidence } from '@/lib/domain/history/evidence'
import { judgeLineage } from '@/lib/domain/history/judge-lineage'
import type { CheckedCertificate, Judgement } from '@/lib/domain/history/judgement'
import { servingGuard } from '@/lib/store/database/serving-guard'
import { readIssuerEvidence } from '@/lib/store/evidence/read-evidence'
import { refuseLost } from './assure-none'
import { judged } from './judged'

/** The result of a lookup for one serial. */
export interface LookedUp {
  /** As first sent. */
  serial: string
  found: FoundCertificate | null
}

interface FoundCertificate {
  /** The current certificate of the chain, whichever serial of it was sent. */
  current: CheckedCertificate
  /** What a check of it says. */
  overallStatus: Judgement['overallStatus']
  /** What a check of the serial that was sent says: `superseded` where it is not the current one. */
  sentStatus: Judgement['overallStatus']
  /** What it replaced, oldest first. */
  replaced: CheckedCertificate[]
  checkCount: number
  /** Milliseconds since 1970, or null when never. */
  lastCheckedAt: number | null
}

/**
 * Looks up an issuer's certificates (interface.md 4.2, spec part 4). Not a verification, and not counted.
 * Another organization's serial, an unknown one and one that cannot exist are all not found, in the same one statement.
 * @param issuerId whose certificates
 * @param serials as sent; duplicates by the matching rule are dropped
 * @returns one entry a distinct serial, at the place of its first appearance
 * @throws ServiceError `unavailable` when anything that an answer needs cannot be determined
 */
export async function lookUpCertificates(issuerId: string, serials: readonly string[]): Promise<LookedUp[]> {
  const sent = new Map<string, string>()
  for (const serial of serials) {
    const key = serialKey(serial)
    if (!sent.has(key)) sent.set(key, serial)
  }
  const keys = [...sent.keys()].filter(couldBeSerial)
  const evidence = await servingGuard().run(() => readIssuerEvidence(keys, issuerId))
  const found = judgeAll(evidence)
  for (const key of keys) if (!found.has(key)) refuseLost(key, evidence, issuerId)
  return [...sent].map(([key, serial]) => ({ serial, found: found.get(key) ?? null }))
}

/** Every certificate of the evidence, under each serial of its chain. */
function judgeAll(evidence: Evidence): Map<string, FoundCertificate> {
  return judged(evidence, (signatures) => {
    const found = new Map<string, FoundCertificate>()
    for (const [lineageId, rows] of evidence.lineages) {
      const judgements = judgeLineage(lineageId, evidence, signatures)
      const certificate = foundCertificate(lineageId, judgements, evidence)
      for (const [index, row] of rows.entries()) {
        const sentStatus = judgements[index]?.overallStatus
        if (certificate && sentStatus) found.set(row.serialKey, { ...certificate, sentStatus })
      }
    }
    return found
  })
}

function foundCertificate(
  lineageId: string,
  judgements: Judgement[],
  evidence: Evidence,
): Omit<FoundCertificate, 'sentStatus'> | null {
  const certificates = judgements.map((judgement) => judgement.certificate)
  const current = certificates.at(-1)
  const overallStatus = judgements.at(-1)?.overallStatus
  const checks = evidence.checks.get(lineageId)
  return current && overallStatus
    ? {
        current,
        overallStatus,
        replaced: certificates.slice(0, -1),
        checkCount: checks?.count ?? 0,
        lastCheckedAt: checks?.lastAt ?? null,
      }
    : null
}
