import type { Badge } from '@/lib/domain/badge/badge'
import type { BadgeCheckId, BadgeCheckResult, BadgeFinding } from '@/lib/domain/badge/finding'
import { unbakeBadge } from '@/lib/domain/badge/image/unbake-badge'
import { parseBadge } from './parse-badge'

const READING_CHECKS = ['size', 'unbake', 'parse', 'format'] as const

/** The checks `size`, `unbake`, `parse` and `format` of an input, and the badge where all have passed. */
interface BadgeReading {
  badge: Badge | null
  checks: BadgeCheckResult[]
}

/**
 * Reads a badge out of whatever was handed in (spec part 6, "Validation").
 * @param bytes JSON, a compact JWS, or a PNG or SVG with either baked in
 */
export function readBadge(bytes: Uint8Array): BadgeReading {
  const unbaked = unbakeBadge(bytes)
  if (unbaked.kind === 'refused') return { badge: null, checks: checksUntil(unbaked.check, unbaked.finding) }
  const parsed = parseBadge(unbaked.text, unbaked.container)
  if (parsed.kind === 'refused')
    return { badge: null, checks: checksUntil(parsed.check, parsed.finding, unbaked.container) }
  return { badge: parsed.badge, checks: READING_CHECKS.map((id) => result(id, passed(id, unbaked.container))) }
}

/** Of a badge without a picture around it there was nothing to unbake. */
function passed(id: BadgeCheckId, container?: Badge['container']): BadgeCheckResult['status'] {
  return id === 'unbake' && container === 'none' ? 'not_applicable' : 'passed'
}

function checksUntil(failed: BadgeCheckId, finding: BadgeFinding, container?: Badge['container']): BadgeCheckResult[] {
  const failedAt = READING_CHECKS.findIndex((id) => id === failed)
  return READING_CHECKS.map((id, index) => {
    if (index === failedAt) return result(id, 'failed', [finding])
    return result(id, index < failedAt ? passed(id, container) : 'not_run')
  })
}

function result(id: BadgeCheckId, status: BadgeCheckResult['status'], errors: BadgeFinding[] = []): BadgeCheckResult {
  return { id, status, errors, warnings: [] }
}
