import { lostRecord } from '@/lib/errors'
import { servingGuard } from '@/lib/store/database/serving-guard'
import { hasLostLeaves } from '@/lib/store/log/complete-log'
import { currentSignatures } from './current-signatures'

/**
 * Stands before every answer that there is no such certificate, file, issuer or list: a replica may not have the row yet, and a
 * database that was restored may have lost it.
 * @throws ServiceError `unavailable` where that may be so
 */
export async function assureNone(): Promise<void> {
  await servingGuard().run(() => currentSignatures())
}

/**
 * The same where an id or a fingerprint names what is asked for: the log has tags of serials alone, so that while it knows
 * certificates whose records are lost here, anything may be one of them.
 * @param issuerId whose it would be; null for anybody's
 * @throws ServiceError `unavailable` where that may be so
 */
export async function assureNoneIsLost(issuerId: string | null = null): Promise<void> {
  await assureNone()
  if (hasLostLeaves(issuerId)) throw lostRecord(false)
}
