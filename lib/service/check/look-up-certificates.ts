import { couldBeSerial, serialKey } from '@/lib/domain/certificate/serial'
import type { CertificateRow, Evidence } from '@/lib/domain/history/evidence'
import { judgeLineage } from '@/lib/domain/history/judge-lineage'
import { isKnownToLogAlone } from '@/lib/domain/history/judge-logged'
import type { CheckedCertificate, Judgement } from '@/lib/domain/history/judgement'
import type { SignatureChecks } from '@/lib/domain/history/signature-checks'
import { ServiceError } from '@/lib/errors'
import { log } from '@/lib/log'
import { servingGuard } from '@/lib/store/database/serving-guard'
import { readIssuerEvidence } from '@/lib/store/evidence/read-evidence'
import { judged, orUndetermined } from './judged'

/** The result of a lookup for one serial. */
export interface LookedUp {
  /** As first sent. */
  serial: string
  /** Null where the issuer has no certificate with it. */
  found: FoundCertificate | Untold | null
}

/**
 * Why nothing is said of a serial: the public log knows the certificate, whose record is lost here; it cannot be determined now; or
 * nobody can tell whether there is one.
 */
type Untold = 'lost' | 'undetermined' | 'unsure'

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
 * Another organization's serial, an unknown one and one that cannot exist are all not found, in the same one statement. One that cannot be
 * determined leaves the others as they are (decision 147).
 * @param issuerId whose certificates
 * @param serials as sent; duplicates by the matching rule are dropped
 * @returns one entry a distinct serial, at the place of its first appearance
 * @throws ServiceError `unavailable` when what all of them need cannot be had
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
  for (const key of keys) if (!found.has(key)) found.set(key, absent(key, evidence, issuerId))
  return [...sent].map(([key, serial]) => ({ serial, found: found.get(key) ?? null }))
}

/** What is said of a serial that no record of the issuer has. */
function absent(key: string, evidence: Evidence, issuerId: string): Untold | null {
  const isKnown = isKnownToLogAlone(key, evidence, issuerId)
  return isKnown === null ? 'unsure' : isKnown ? 'lost' : null
}

/** Every certificate of the evidence, under each serial of its chain. */
function judgeAll(evidence: Evidence): Map<string, LookedUp['found']> {
  return judged(evidence, (signatures) => {
    const found = new Map<string, LookedUp['found']>()
    const failures: unknown[] = []
    for (const [lineageId, rows] of evidence.lineages) {
      try {
        const judge = () => judgeOne(lineageId, rows, evidence, signatures)
        for (const [key, certificate] of orUndetermined(judge)) found.set(key, certificate)
      } catch (error) {
        if (!(error instanceof ServiceError) || error.code !== 'unavailable') throw error
        failures.push(error)
        for (const { serialKey: key } of rows) found.set(key, 'undetermined')
      }
    }
    const [first] = failures
    if (first !== undefined)
      log.warn({ err: first, chains: failures.length }, 'some serials of a lookup are undetermined')
    return found
  })
}

/** The certificates of one lineage, each under its own serial. */
function judgeOne(
  lineageId: string,
  rows: readonly CertificateRow[],
  evidence: Evidence,
  signatures: SignatureChecks,
): Map<string, FoundCertificate> {
  const found = new Map<string, FoundCertificate>()
  const judgements = judgeLineage(lineageId, evidence, signatures)
  const certificate = foundCertificate(lineageId, judgements, evidence)
  for (const [index, row] of rows.entries()) {
    const sentStatus = judgements[index]?.overallStatus
    if (certificate && sentStatus) found.set(row.serialKey, { ...certificate, sentStatus })
  }
  return found
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
