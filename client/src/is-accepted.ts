import type { BatchResult, VerifyAnswer } from './answers'
import { outcomeOf } from './outcome'
import { own } from './own'

/**
 * The decision rule: whether the certificate is genuine and current. After true, compare the name with the document.
 * @param answer what `verify` gave, or one result of `verifyMany`
 * @returns true for `verified` alone; false for every other outcome, for null, and for anything that is no such answer,
 *   such as a receipt, a lookup, or a promise that nobody awaited. Never throws.
 */
export function isAccepted(answer: VerifyAnswer | BatchResult | null | undefined): boolean {
  try {
    const isAnswer = own(answer, 'success') === true || (own(answer, 'found') === true && own(answer, 'error') === null)
    return isAnswer && outcomeOf(own(answer, 'certificate'), own(answer, 'verification')) === 'verified'
  } catch {
    return false
  }
}
