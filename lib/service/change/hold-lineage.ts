import { noSuchCertificate } from '@/lib/domain/certificate/no-such-certificate'
import { couldBeSerial, serialKey } from '@/lib/domain/certificate/serial'
import { judgeLineage } from '@/lib/domain/history/judge-lineage'
import { lostReason } from '@/lib/domain/history/judge-logged'
import type { GenuineCertificate, Judgement } from '@/lib/domain/history/judgement'
import { ServiceError } from '@/lib/errors'
import { refuseLost } from '@/lib/service/check/assure-none'
import { judged } from '@/lib/service/check/judged'
import type { Transaction } from '@/lib/store/database/database'
import { type HistoryEnd, lockHistory } from '@/lib/store/evidence/event-log'
import { findLineageId } from '@/lib/store/evidence/issued-certificates'
import { readEvidence } from '@/lib/store/evidence/read-evidence'

/** A lineage under its lock, with the certificate that the caller named, which is genuine and current. */
export interface HeldLineage {
  lineageId: string
  end: HistoryEnd
  certificate: GenuineCertificate
  lost: LockedLineage['lost']
}

/**
 * Takes the lock of a lineage and checks the certificate that is to be corrected or withdrawn: nothing is built on a
 * record that fails its check, and of two changes at once the second sees the first.
 * @param serial as the operator typed it
 * @param issuerId only a certificate of this issuer, or null for anybody's
 * @throws ServiceError `not_found`; `malformed` with the reason when it is not current; `unavailable` when that cannot
 *   be determined
 */
export async function holdLineage(tx: Transaction, serial: string, issuerId: string | null): Promise<HeldLineage> {
  const { lineageId, end, named, current, lost } = await lockLineage(tx, serial, issuerId)
  return { lineageId, end, certificate: requireCurrent(named, current), lost }
}

/** A lineage under its lock, judged, whatever came of that. */
export interface LockedLineage {
  lineageId: string
  end: HistoryEnd
  /** The certificate that the caller named. */
  named: Judgement
  /** The last one of the lineage. */
  current: Judgement | undefined
  /** What the public log has of the certificate and the database has not; null where that is nothing. */
  lost: string | null
}

/**
 * Takes the lock of a lineage and judges it as it then is.
 * @throws ServiceError `not_found`; `unavailable` when it cannot be judged
 */
export async function lockLineage(tx: Transaction, serial: string, issuerId: string | null): Promise<LockedLineage> {
  const key = serialKey(serial)
  const notFound = noSuchCertificate(serial)
  const lineageId = couldBeSerial(key) ? await findLineageId(tx, key) : null
  if (lineageId === null) {
    if (couldBeSerial(key)) refuseLost(key, await readEvidence(tx, [key], issuerId), issuerId)
    throw notFound
  }
  const end = await lockHistory(tx, lineageId)
  const evidence = await readEvidence(tx, [key], issuerId)
  const rows = evidence.lineages.get(lineageId) ?? []
  const row = rows.find(({ serialKey: own }) => own === key)
  if (!row) throw notFound
  const judgements = judged(evidence, (signatures) => judgeLineage(lineageId, evidence, signatures))
  const lost = lostReason(row, evidence)
  return { lineageId, end, named: judgements[rows.indexOf(row)] as Judgement, current: judgements.at(-1), lost }
}

/**
 * Stands before whatever would make a certificate good, or another in its place: what is lost may be its withdrawal or erasure. To end it
 * asks nobody.
 * @throws ServiceError `unavailable`
 */
export function refuseLostEntry({ lost }: Pick<LockedLineage, 'lost'>): void {
  if (lost === null) return
  const sentence =
    'The public log has a later entry of it, which is lost here. It may be withdrawn, replaced or erased: ' +
    'withdraw or erase it, or issue it anew.'
  throw new ServiceError('unavailable', sentence, { cause: lost })
}

function requireCurrent({ certificate }: Judgement, current: Judgement | undefined): GenuineCertificate {
  if (certificate.kind === 'invalid') {
    throw new ServiceError('malformed', 'This certificate fails its check. Nothing can be built on it.')
  }
  if (certificate.folded.status === 'withdrawn') {
    throw new ServiceError('malformed', 'This certificate is withdrawn, and a withdrawn certificate stays withdrawn.')
  }
  if (certificate.folded.status === 'superseded') {
    const serial = current?.certificate.kind === 'genuine' ? current.certificate.content.serial : null
    throw new ServiceError(
      'malformed',
      serial === null
        ? 'This certificate was replaced by a correction.'
        : `This certificate was replaced by a correction. The current one is ${serial}.`,
    )
  }
  return certificate
}
