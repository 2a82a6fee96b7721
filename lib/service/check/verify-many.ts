import type { VerifyAnswer } from '@/lib/contract/check/verification'
import { ServiceError } from '@/lib/errors'
import { presentVerification } from './present-verification'
import { verifyCertificate } from './verify-certificate'

/** The result of checking one of several serials; `answer` is null if there is no such certificate. */
type CheckedOfMany =
  | { serial: string; kind: 'checked'; answer: VerifyAnswer | null }
  /** It could not be checked just now, which says nothing about it. */
  | { serial: string; kind: 'undetermined' }

/**
 * Verifies several serials for the public, each as if it had been asked for alone: each completed check is counted. One
 * that cannot be determined leaves the others as they are (spec parts 13 and 14).
 * @param serials each of them another one
 */
export function verifyMany(serials: readonly string[]): Promise<CheckedOfMany[]> {
  return Promise.all(serials.map(verifyOne))
}

async function verifyOne(serial: string): Promise<CheckedOfMany> {
  try {
    const checked = await verifyCertificate(serial)
    return { serial, kind: 'checked', answer: checked && presentVerification(checked) }
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'unavailable') return { serial, kind: 'undetermined' }
    throw error
  }
}
