import { sha256Hex } from '@/lib/crypto/encoding/sha256'
import { ServiceError } from '@/lib/errors'
import { limitKey } from '@/lib/http/limits/address'
import { LIMITS } from '@/lib/http/limits/limits'
import { rateCounter } from '@/lib/store/limits/open-rate-counter'
import type { RateCount } from '@/lib/store/limits/rate-counter'

/**
 * Counts an attempt to sign in or to confirm, per address and per account at this address, so that guessing is slow and
 * nobody can be locked out from elsewhere. Unknown accounts are counted like known ones.
 * @param account e-mail or id of the person; empty where there is none, as with an invitation
 * @throws ServiceError `rate_limited`; `unavailable` when it cannot be counted
 */
export async function countAttempt(address: string, account: string): Promise<void> {
  const from = limitKey(address)
  const asked = [rateCounter().count(LIMITS.desk_attempts, from)]
  if (account !== '')
    asked.push(rateCounter().count(LIMITS.desk_account, sha256Hex(`${from} ${account.trim().toLowerCase()}`)))
  for (const rate of await Promise.all(asked)) requireAllowed(rate)
}

/**
 * Counts a challenge that is made for a passkey, per address: each is stored for some minutes.
 * @throws as `countAttempt`
 */
export async function countChallenge(address: string): Promise<void> {
  requireAllowed(await rateCounter().count(LIMITS.desk_challenges, limitKey(address)))
}

function requireAllowed(rate: RateCount | 'uncountable'): void {
  if (rate === 'uncountable') throw new ServiceError('unavailable', 'Signing in is not possible just now.')
  if (rate.allowed) return
  const seconds = Math.max(1, Math.ceil((rate.resetAt.getTime() - Date.now()) / 1000))
  throw new ServiceError('rate_limited', `Too many attempts. Try again in ${seconds} seconds.`, {
    retryAfterSeconds: seconds,
  })
}
