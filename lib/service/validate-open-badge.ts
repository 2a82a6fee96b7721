import type { Badge } from '@/lib/domain/badge/badge'
import type { BadgeNetwork } from '@/lib/domain/badge/badge-network'
import { judgeBadge, type BadgeJudgement } from '@/lib/domain/badge/judge-badge'
import { checkDates } from '@/lib/domain/badge/check-dates'
import { checkSignatures, issuerIdOf } from '@/lib/domain/badge/check-signatures'
import { checkStatus } from '@/lib/domain/badge/check-status'
import { checkStructure } from '@/lib/domain/badge/check-structure'
import { readBadge } from '@/lib/domain/badge/read-badge'
import { badgeNetwork } from '@/lib/net/badge-network'
import { canonizeUntrusted } from '@/lib/render/canonize-untrusted'
import { type BadgeRecord, checkBadgeRecord, NO_RECORD } from './check-badge-record'
import { badgeKeySources, isOwnDid, statusListSources } from './own-badge-sources'

/** A finished validation of a badge. */
export interface BadgeValidation extends BadgeJudgement {
  /** Serial of the certificate, in its matching form, where the badge is one of this service's; else null. */
  serial: string | null
  /** Milliseconds since 1970. */
  validatedAt: number
}

/** What tests put in place of the world. */
export interface ValidationOptions {
  network?: BadgeNetwork
  /** Milliseconds since 1970. */
  now?: number
}

/**
 * Validates an Open Badge (definitions.md part 6, "Validation"). Every check that can run runs, whatever the others came
 * to; the order is the one in which they are listed.
 * @param bytes JSON, a compact JWS, or a PNG or SVG with either baked in
 * @throws ServiceError `unavailable` when the service's own records cannot be read
 */
export async function validateOpenBadge(
  bytes: Uint8Array,
  { network = badgeNetwork(), now = Date.now() }: ValidationOptions = {},
): Promise<BadgeValidation> {
  const { badge, checks: reading } = readBadge(bytes)
  if (!badge) return { ...judgeBadge(null, reading), serial: null, validatedAt: now }
  const structure = await checkStructure(badge, canonizeUntrusted)
  const isKnown = structure.some(({ id, status }) => id === 'jsonld' && status !== 'not_run')
  const issuerId = issuerIdOf(badge.credential)
  const isOwn = issuerId !== null && (await isOwnDid(issuerId))
  const signatures = await checkSignatures(badge, badgeKeySources(network, now, isOwn), canonizeUntrusted, isKnown)
  const dates = checkDates(badge, signatures.proofExpires, now)
  const status = await checkStatus(badge, statusListSources(network, now, isOwn), canonizeUntrusted)
  const { check: record, serial } = await recordOf(badge, isOwn)
  const checks = [...reading, ...structure, signatures.issuer, signatures.proof, dates.check, status, record]
  return { ...judgeBadge({ badge, signatures, dates, isOwn }, checks), serial, validatedAt: now }
}

function recordOf(badge: Badge, isOwn: boolean): Promise<BadgeRecord> {
  return isOwn ? checkBadgeRecord(badge) : Promise.resolve(NO_RECORD)
}
