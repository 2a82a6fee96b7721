import type { ArtifactType } from '@/lib/domain/certificate/artifact'
import { eventBytes, eventHash } from '@/lib/domain/history/event'
import type { SignatureChecks } from '@/lib/domain/history/signature-checks'
import { undetermined } from '@/lib/errors'
import { servingGuard } from '@/lib/store/database/serving-guard'
import { findFingerprints, type FingerprintRow } from '@/lib/store/evidence/find-artifacts'
import { currentSignatures } from './current-signatures'

/** A certificate that has a file with this fingerprint. Only a check can say whether it is genuine. */
export interface KnownFingerprint {
  sha256: string
  certificateId: string
  /** In its matching form. */
  serial: string
  type: ArtifactType
  /** Whether what says so is signed. An event that is not can only make its certificate fail: it never makes a file genuine. */
  isSigned: boolean
}

/**
 * Finds whose files these fingerprints are: stored artifacts with a good statement of the service, and signed forms that
 * an event names (spec part 5).
 * @param fingerprints 64 lowercase hexadecimal digits each
 * @throws ServiceError `unavailable` when that cannot be told
 */
export async function findByFingerprints(fingerprints: readonly string[]): Promise<KnownFingerprint[]> {
  return servingGuard().run(async () => {
    const rows = await findFingerprints(fingerprints)
    // Also for none: it says whether there may be rows that this database has not.
    const signatures = await currentSignatures()
    const signed = rows.filter((row) => isSigned(row, signatures))
    const sure = new Set(signed.map(({ sha256 }) => sha256))
    // An event that fails makes its certificate fail its check, which is what is to be said of the file; unless somebody put it
    // there beside the right one.
    const claimed = rows.filter(({ source, sha256 }) => 'event' in source && !sure.has(sha256))
    return [...signed, ...claimed].map(({ sha256, certificateId, serialKey, type }) => ({
      ...{ sha256, certificateId, serial: serialKey, type },
      isSigned: sure.has(sha256),
    }))
  })
}

/** @throws ServiceError `unavailable` where the key behind a file's statement is not there */
function isSigned({ source, certificateId, sha256 }: FingerprintRow, signatures: SignatureChecks): boolean {
  if ('event' in source)
    return signatures.event(source.event, eventBytes(source.event), eventHash(source.event)) === 'passed'
  const { artifact } = source
  if (artifact.certificateId !== certificateId || artifact.sha256 !== sha256) return false
  const stated = signatures.artifact(artifact)
  if (stated === 'undetermined') throw undetermined('the service key behind a file’s statement is not there')
  return stated === 'passed'
}
