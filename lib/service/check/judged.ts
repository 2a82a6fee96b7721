import type { Evidence } from '@/lib/domain/history/evidence'
import { Undetermined } from '@/lib/domain/history/judgement'
import type { SignatureChecks } from '@/lib/domain/history/signature-checks'
import { undetermined } from '@/lib/errors'
import { trustedSignatures } from '@/lib/store/evidence/trusted-signatures'
import { keyEncryptionKey } from '@/lib/store/keys/key-encryption-key'

/**
 * Judges evidence by the service's keys in it whose rows carry a good MAC.
 * @param judge gets the checks of signatures by these keys
 * @returns what `judge` returns
 * @throws ServiceError `unavailable` when a replica answered, or something that `judge` needs cannot be determined
 */
export function judged<T>(evidence: Evidence, judge: (signatures: SignatureChecks) => T): T {
  if (evidence.inRecovery) throw undetermined('the database is a replica')
  return orUndetermined(() => judge(trustedSignatures(evidence.serviceKeys, keyEncryptionKey())))
}

/** Runs a rule of the domain; what it cannot determine is 503. */
export function orUndetermined<T>(judge: () => T): T {
  try {
    return judge()
  } catch (error) {
    throw error instanceof Undetermined ? undetermined(error) : error
  }
}
