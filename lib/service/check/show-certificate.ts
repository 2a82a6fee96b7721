import type { CertificateWire } from '@/lib/contract/check/certificate'
import { noSuchCertificate } from '@/lib/domain/certificate/no-such-certificate'
import { presentCertificate } from '@/lib/domain/certificate/present-certificate'
import { couldBeSerial, serialKey } from '@/lib/domain/certificate/serial'
import type { Evidence } from '@/lib/domain/history/evidence'
import { judgeLineage } from '@/lib/domain/history/judge-lineage'
import { env } from '@/lib/env'
import { ServiceError } from '@/lib/errors'
import { workingPool } from '@/lib/store/database/database'
import { findInternalReasons } from '@/lib/store/evidence/internal-reasons'
import { readEvidence } from '@/lib/store/evidence/read-evidence'
import { sumLineageChecks } from '@/lib/store/limits/check-counts'
import { refuseLost } from './assure-none'
import { judgeSerial } from './check-certificate'
import { judged } from './judged'

/** A certificate with its lineage, its history and its check count, in wire form. */
interface ShownCertificate {
  certificate: CertificateWire
  chain: { revision: number; serial: string; status: string }[]
  /** The history of the whole chain; `serial` of the certificate that an entry is about, `reason` as it is kept internally. */
  events: { sequence: number; type: string; serial: string | null; at: string; actor: string; reason: string | null }[]
  /** Why nobody who checks it gets a verdict now; null where they do. */
  undetermined: string | null
  check_count: number
  last_checked_at: string | null
}

/**
 * Shows one certificate to its issuer or the operator; not a verification, and not counted.
 * @throws ServiceError `not_found`, `unavailable`
 */
export async function showCertificate(serial: string): Promise<ShownCertificate> {
  const key = serialKey(serial)
  const notFound = noSuchCertificate(serial)
  if (!couldBeSerial(key)) throw notFound
  const evidence = await readEvidence(workingPool(), [key])
  const [lineageId, rows] = [...evidence.lineages][0] ?? []
  if (lineageId === undefined || !rows) {
    refuseLost(key, evidence)
    throw notFound
  }
  const judgements = judged(evidence, (signatures) => judgeLineage(lineageId, evidence, signatures))
  const chain = judgements.map(({ certificate }) => presentCertificate(certificate, env().BASE_URL))
  const certificate = chain[rows.findIndex((row) => row.serialKey === key)]
  if (!certificate) throw notFound
  const reasonOf = await findInternalReasons(rows.map(({ id }) => id))
  const { checkCount, lastCheckedAt } = await sumLineageChecks(lineageId)
  return {
    certificate,
    chain: chain.map(({ revision, serial: own, status }) => ({ revision, serial: own, status })),
    events: (evidence.events.get(lineageId) ?? []).map(({ sequence, type, certificateId, at, actor }) => ({
      sequence,
      type,
      serial: chain[rows.findIndex(({ id }) => id === certificateId)]?.serial ?? null,
      at: new Date(at).toISOString(),
      actor,
      reason: reasonOf({ type, certificateId }),
    })),
    undetermined: whyUndetermined(key, evidence),
    check_count: checkCount,
    last_checked_at: lastCheckedAt === null ? null : new Date(lastCheckedAt).toISOString(),
  }
}

function whyUndetermined(key: string, evidence: Evidence): string | null {
  try {
    judgeSerial(key, evidence)
    return null
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    return error.cause instanceof Error ? error.cause.message : String(error.cause ?? error.message)
  }
}
