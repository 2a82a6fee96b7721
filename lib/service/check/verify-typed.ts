import { serialInside } from '@/lib/domain/typed/serial-inside'
import { servingGuard } from '@/lib/store/database/serving-guard'
import { checkCertificate, type CheckedSerial } from './check-certificate'
import { serialsMeant } from './serials-meant'
import { type BatchEntry, verifyBatch } from './verify-batch'
import { verifyCertificate } from './verify-certificate'

/**
 * Verifies the serials of a list, each as it is meant, in the time of one request.
 * @throws ServiceError `unavailable` as `verifyBatch`
 */
export function verifyListed(serials: readonly string[]): Promise<BatchEntry[]> {
  return servingGuard().together(async () => verifyBatch(await serialsMeant(serials)))
}

/**
 * Verifies what somebody typed, in the time of one request.
 * @returns without a certificate of that text, the serial of ours that it stands for (`asMeant`), which is not verified yet
 * @throws ServiceError `unavailable` as `verifyCertificate`
 */
export async function verifyTyped(
  text: string,
  options: { counted: boolean },
): Promise<{ checked: CheckedSerial | null; meant: string | null }> {
  const began = performance.now()
  const checked = await verifyCertificate(text, options)
  if (checked || serialInside(text) === null) return { checked, meant: null }
  return servingGuard().together(async () => {
    const [meant = text] = await serialsMeant([text])
    // Where it cannot be determined, that is the answer.
    return { checked, meant: meant !== text && (await checkCertificate(meant)) ? meant : null }
  }, began)
}
