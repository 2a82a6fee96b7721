import { countCheck } from '@/lib/store/limits/count-checks'
import { checkAnd, checkCertificate, type CheckedSerial } from './check-certificate'

/**
 * Verifies the certificate with this serial for the public: checks it and counts the check, exactly once, before the
 * answer is given (interface.md 4.1, spec part 3).
 * @param serial as the caller typed it
 * @param options `counted: false` for a request that is no completed check, such as HEAD
 * @returns null when no certificate has this serial
 * @throws ServiceError `unavailable` when the verdict or the count cannot be determined
 */
export async function verifyCertificate(
  serial: string,
  { counted = true }: { counted?: boolean } = {},
): Promise<CheckedSerial | null> {
  if (!counted) return checkCertificate(serial)
  return checkAnd(serial, async (checked, deadline) => {
    await countCheck(checked.certificateId, deadline)
    return checked
  })
}
