import type { KeySource } from '@/lib/crypto/seals/key-source'
import { couldBeSerial, displaySerial, serialKey } from '@/lib/domain/certificate/serial'
import { type CertificateLog, certificateLog } from '@/lib/domain/history/certificate-log'
import type { CertificateRow, Evidence } from '@/lib/domain/history/evidence'
import { judgeLineage } from '@/lib/domain/history/judge-lineage'
import { lostReason } from '@/lib/domain/history/judge-logged'
import { type Judgement, Undetermined } from '@/lib/domain/history/judgement'
import type { SignatureChecks } from '@/lib/domain/history/signature-checks'
import { undetermined } from '@/lib/errors'
import { noteVerdict } from '@/lib/metrics'
import type { Deadline } from '@/lib/store/database/deadline'
import { servingGuard } from '@/lib/store/database/serving-guard'
import { findEvidence } from '@/lib/store/evidence/find-evidence'
import { trustedSignatures } from '@/lib/store/evidence/trusted-signatures'
import { keyEncryptionKey } from '@/lib/store/keys/key-encryption-key'
import { refuseLost } from './assure-none'
import { orUndetermined } from './judged'

/** A finished check of one certificate. */
export interface CheckedSerial {
  certificateId: string
  judgement: Judgement
  /** The current certificate of the chain, itself checked, when the one asked for was replaced. */
  replacement: Judgement | null
  /** Every certificate of the chain, the oldest first. */
  versions: readonly Judgement[]
  /** Database time of the check, milliseconds since 1970. */
  checkedAt: number
  /** How it stands in the public log; null where there is none, and of a record that fails its check. */
  log: CertificateLog | null
}

/**
 * Checks the certificate with this serial, without counting it (spec part 3).
 * @param serial as the caller typed it
 * @returns null when no certificate has this serial
 * @throws ServiceError `unavailable` when anything that the verdict needs cannot be determined
 */
export async function checkCertificate(serial: string): Promise<CheckedSerial | null> {
  return checkAnd(serial, (checked) => Promise.resolve(checked))
}

/**
 * Checks the certificate with this serial and does what its completion asks for, all within one deadline.
 * @param complete runs after the verdict is known and before it is given
 * @returns what `complete` returns; null when no certificate has this serial
 * @throws ServiceError `unavailable` as `checkCertificate`, also when `complete` fails
 */
export async function checkAnd<Completed>(
  serial: string,
  complete: (checked: CheckedSerial, deadline: Deadline) => Promise<Completed>,
): Promise<Completed | null> {
  const key = serialKey(serial)
  if (!couldBeSerial(key)) return null
  return servingGuard().run(async (deadline) => {
    const checked = judgeSerial(key, await findEvidence(key, deadline))
    if (!checked) return null
    const completed = await complete(checked, deadline)
    noteVerdict(checked.judgement.overallStatus)
    return completed
  })
}

/**
 * Judges one serial from evidence that was read for it.
 * @param key the serial in its matching form
 * @throws ServiceError `unavailable` as `checkCertificate`
 */
export function judgeSerial(key: string, evidence: Evidence): CheckedSerial | null {
  // Also for a serial that is not there: it may be on the primary.
  if (evidence.inRecovery) throw undetermined('the database is a replica')
  const shared = sharedBy(evidence)
  const row = shared.rows.get(key)
  if (!row) {
    refuseLost(key, evidence)
    return null
  }
  return orUndetermined(() => {
    const lineage = evidence.lineages.get(row.lineageId) ?? []
    const judgements = judgementsOf(row.lineageId, shared)
    const judgement = judgements[lineage.indexOf(row)]
    if (!judgement) throw new Undetermined('a certificate was not judged')
    const replacement = judgement.overallStatus === 'superseded' ? (judgements.at(-1) ?? null) : null
    refuseLostReplacement(replacement, evidence)
    const log = judgement.certificate.kind === 'genuine' ? certificateLog(row, evidence) : null
    const named = namedAsAsked(judgement, key)
    const versions = judgements
    return { certificateId: row.id, judgement: named, replacement, versions, checkedAt: evidence.now, log }
  })
}

/**
 * What replaced a certificate is shown beside it as it stands, with its person: that may have been withdrawn or erased. It does not
 * wait for its leaf, as `verified` does.
 * @throws Undetermined
 */
function refuseLostReplacement(replacement: Judgement | null, evidence: Evidence): void {
  const lost = replacement?.certificate.kind === 'genuine' ? lostReason(replacement.certificate.row, evidence) : null
  if (lost !== null) throw new Undetermined(lost)
}

/** A row that only claims the serial that was asked for lends it nothing: neither its own serial nor its dates. */
function namedAsAsked(judgement: Judgement, key: string): Judgement {
  const { certificate } = judgement
  if (certificate.kind === 'genuine' || serialKey(certificate.serial) === key) return judgement
  return { ...judgement, certificate: { ...certificate, serial: displaySerial(key), revision: 1, issuedAt: 0 } }
}

/** One judgement for each certificate of a lineage, or why there is none. */
type JudgedLineage = { judgements: Judgement[] } | { error: unknown }

/** What the requests of one statement share: they are judged one after the other, in one turn of the event loop. */
interface Shared {
  evidence: Evidence
  rows: Map<string, CertificateRow>
  /** Under the key that rows are sealed with, rows of keys and issuers are checked once for all, and so is each lineage. */
  checked: { key: KeySource; signatures: SignatureChecks; lineages: Map<string, JudgedLineage> } | null
}

/**
 * That of the evidence which was looked at last. Not one of each evidence in a WeakMap: a collection of the young
 * generation keeps what such a map holds, though the evidence that it is held for is gone.
 */
let latest: Shared | null = null

function sharedBy(evidence: Evidence): Shared {
  if (latest?.evidence === evidence) return latest
  const rows = new Map<string, CertificateRow>()
  for (const lineage of evidence.lineages.values())
    for (const row of lineage) if (!rows.has(row.serialKey)) rows.set(row.serialKey, row)
  return (latest = { evidence, rows, checked: null })
}

/**
 * One judgement for all serials of a lineage, also where it cannot be judged.
 * @throws Undetermined; ServiceError `unavailable` without the key: asked only for a serial that is there, since 404 needs none
 */
function judgementsOf(lineageId: string, shared: Shared): Judgement[] {
  const key = keyEncryptionKey()
  if (shared.checked?.key !== key) {
    const signatures = trustedSignatures(shared.evidence.serviceKeys, key)
    shared.checked = { key, signatures, lineages: new Map() }
  }
  const { signatures, lineages } = shared.checked
  const judged = lineages.get(lineageId) ?? attempt(() => judgeLineage(lineageId, shared.evidence, signatures))
  lineages.set(lineageId, judged)
  if ('error' in judged) throw judged.error
  return judged.judgements
}

function attempt(judge: () => Judgement[]): JudgedLineage {
  try {
    return { judgements: judge() }
  } catch (error) {
    return { error }
  }
}
