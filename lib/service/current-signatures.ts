import type { SignatureChecks } from '@/lib/domain/signature-checks'
import { readKeyEvidence } from '@/lib/store/read-key-evidence'
import { judged } from './judged'

/**
 * The checks of the service's own signatures, with its keys as they stand now.
 * @throws ServiceError `unavailable` on a replica; the driver's error when the database is out of reach
 */
export async function currentSignatures(): Promise<SignatureChecks> {
  return judged(await readKeyEvidence(null), (signatures) => signatures)
}
