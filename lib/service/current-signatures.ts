import type { SignatureChecks } from '@/lib/domain/signature-checks'
import { undetermined } from '@/lib/errors'
import { readKeyEvidence } from '@/lib/store/read-key-evidence'
import { keyEncryptionKey } from './key-encryption-key'
import { trustedSignatures } from './trusted-signatures'

/**
 * The checks of the service's own signatures, with its keys as they stand now.
 * @throws ServiceError `unavailable` on a replica; the driver's error when the database is out of reach
 */
export async function currentSignatures(): Promise<SignatureChecks> {
  const { inRecovery, serviceKeys } = await readKeyEvidence(null)
  if (inRecovery) throw undetermined('the database is a replica')
  return trustedSignatures(serviceKeys, keyEncryptionKey())
}
