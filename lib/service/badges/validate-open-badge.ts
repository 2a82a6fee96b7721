import type { BadgeNetwork } from '@/lib/domain/badge/badge-network'
import { judgeBadge, type BadgeJudgement } from '@/lib/domain/badge/judge-badge'
import { readBadge } from '@/lib/domain/badge/read/read-badge'
import { badgeNetwork } from '@/lib/net/badge-network'
import { canonizeUntrusted } from '@/lib/render/untrusted/canonize-untrusted'
import { checkCredential } from '@/lib/service/check/check-credential'
import { knownIssuers } from '@/lib/service/issuers/known-issuers'
import { validationBudget } from './validation-budget'

/** A finished validation of a badge. */
export interface BadgeValidation extends BadgeJudgement {
  /** Serial of the certificate, where the badge is one of this service's; else null. */
  serial: string | null
  /** Serial of the correction that is current now; null where it was not replaced. */
  successor: string | null
  /** Milliseconds since 1970. */
  validatedAt: number
}

/** What tests put in place of the world. */
interface ValidationOptions {
  network?: BadgeNetwork
  /** Milliseconds since 1970. */
  now?: number
  /** Milliseconds that the badge and its endorsements may take together. */
  milliseconds?: number
}

/**
 * Validates an Open Badge (spec part 6, "Validation"). Every check that can run runs,
 * whatever the others came to; the order is the one in which they are listed.
 * @param bytes JSON, a compact JWS, or a PNG or SVG with either baked in
 * @throws ServiceError `unavailable` when the service's own records cannot be read
 */
export async function validateOpenBadge(
  bytes: Uint8Array,
  { network, now = Date.now(), milliseconds }: ValidationOptions = {},
): Promise<BadgeValidation> {
  const { badge, checks: reading } = readBadge(bytes)
  if (!badge) return { ...judgeBadge(null, reading), serial: null, successor: null, validatedAt: now }
  const budget = validationBudget(() => network ?? badgeNetwork(), { milliseconds })
  let issuers: ReturnType<typeof knownIssuers> | undefined
  const means = { ...budget, canonize: canonizeUntrusted, now, issuers: () => (issuers ??= knownIssuers()) }
  const { checks, serial, successor, ...checked } = await checkCredential(badge, 'badge', means)
  return {
    ...judgeBadge({ badge, ...checked, isRecord: serial !== null }, [...reading, ...checks]),
    serial,
    successor,
    validatedAt: now,
  }
}
