import type { Evidence } from '@/lib/domain/history/evidence'
import { isKnownToLogAlone } from '@/lib/domain/history/judge-logged'
import { lostRecord, undetermined } from '@/lib/errors'
import { servingGuard } from '@/lib/store/database/serving-guard'
import { readKeyEvidence } from '@/lib/store/evidence/read-key-evidence'
import { areIssuersLost } from '@/lib/store/issuers/lost-issuers'
import { hasLostLeaves, isLossUnknown } from '@/lib/store/log/complete-log'
import { arePassportsLost } from '@/lib/store/records/lost-passports'
import { judged } from './judged'

const UNTOLD = 'what was lost here, or whose it is, cannot be told'

/**
 * Stands before every answer that there is no such certificate, file, issuer or list: a replica may not have the row yet, and a
 * database that was restored, or only begun to be, may have lost it.
 * @throws ServiceError `unavailable` where that may be so
 */
export async function assureNone(): Promise<void> {
  const evidence = await servingGuard().run(() => readKeyEvidence(null))
  if (judged(evidence, () => evidence.lacksServiceKey)) throw undetermined('a key of the service is not there')
}

/**
 * The same where an id or a fingerprint names what is asked for: the log has tags of serials alone, so that while it knows
 * certificates whose records are lost here, anything may be one of them.
 * @param issuerId whose it would be; null for anybody's
 * @throws ServiceError `unavailable` where that may be so
 */
export async function assureNoneIsLost(issuerId: string | null = null): Promise<void> {
  await assureNone()
  if (isLossUnknown()) throw undetermined(UNTOLD)
  if (hasLostLeaves(issuerId)) throw lostRecord(false)
}

/**
 * The same where a slug or a word names an issuer: there may be one of which rows are lost.
 * @throws ServiceError `unavailable` where that may be so
 */
export async function assureNoIssuer(): Promise<void> {
  await assureNone()
  if (await servingGuard().run(() => areIssuersLost())) throw undetermined('rows of an issuer are not there')
}

/**
 * The same where a handle or a private link names a passport.
 * @throws ServiceError `unavailable` where that may be so
 */
export async function assureNoPassport(): Promise<void> {
  await assureNone()
  if (await servingGuard().run(() => arePassportsLost())) throw undetermined('the row of a passport is not there')
}

/**
 * Refuses to say of a serial that nobody has it, where the public log knows a certificate with it whose record is lost here (decision 137).
 * @param serialKey in its matching form
 * @param issuerId only a certificate of this issuer, or null for anybody's
 * @throws ServiceError `unavailable`
 */
export function refuseLost(serialKey: string, evidence: Evidence, issuerId: string | null = null): void {
  const isKnown = isKnownToLogAlone(serialKey, evidence, issuerId)
  if (isKnown === null) throw undetermined(UNTOLD)
  if (isKnown) throw lostRecord(true)
}
