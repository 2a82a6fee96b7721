import type { ArtifactType } from '@/lib/domain/certificate/artifact'
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
    if (rows.length === 0) return []
    const signatures = await currentSignatures()
    const known = rows.filter((row) => {
      const stated = isOf(row) ? (row.artifact ? signatures.artifact(row.artifact) : 'passed') : 'failed'
      if (stated === 'undetermined') throw undetermined('the service key behind a file’s statement is not there')
      return stated === 'passed'
    })
    return known.map(({ sha256, certificateId, serialKey, type }) => ({
      sha256,
      certificateId,
      serial: serialKey,
      type,
    }))
  })
}

/** Whether an artifact's row speaks of the certificate that it was joined with. */
function isOf({ artifact, certificateId, sha256 }: FingerprintRow): boolean {
  return artifact === null || (artifact.certificateId === certificateId && artifact.sha256 === sha256)
}
