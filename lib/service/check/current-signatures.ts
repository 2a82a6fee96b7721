import type { SignatureChecks } from '@/lib/domain/history/signature-checks'
import { readKeyEvidence } from '@/lib/store/evidence/read-key-evidence'
import { judged } from './judged'

/**
 * The checks of the service's own signatures, with its keys as they stand now.
 * @throws ServiceError `unavailable` on a replica; the driver's error when the database is out of reach
 */
export async function currentSignatures(): Promise<SignatureChecks> {
  return judged(await readKeyEvidence(null), (signatures) => signatures)
}
