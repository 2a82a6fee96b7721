import type { Badge } from '@/lib/domain/badge/badge'
import type { BadgeCheckResult, BadgeFinding } from '@/lib/domain/badge/finding'
import { makeFinding } from '@/lib/domain/badge/make-finding'
import { parseDateTime } from '@/lib/domain/badge/read/parse-date-time'

/** When a credential is valid: what its members, its token and its proofs say together. */
export interface Validity {
  check: BadgeCheckResult
  /** Milliseconds since 1970. */
  from: number | null
  until: number | null
}

interface Bound {
  time: number
  path: string
}

/** How far the clock of whoever signed may be ahead of ours, and a list may be younger than our look at the clock: 60 s. */
const CLOCKS_MS = 60_000
const FROM = ['validFrom', 'issuanceDate']
const UNTIL = ['validUntil', 'expirationDate']

/**
 * The check `dates` (VCDM 2.0 section 4.9): the latest of the beginnings and the earliest of the ends count. A beginning may be a
 * minute ahead, since clocks are no verdict; an end is exact.
 * @param proofExpires the earliest end of a proof, in milliseconds since 1970: counted in `until`; that it has passed is
 *   for the check `proof` to say
 * @param now milliseconds since 1970
 */
export function checkDates({ credential, jws }: Badge, proofExpires: number | null, now: number): Validity {
  const errors: BadgeFinding[] = []
  const from = latest([...members(credential, FROM, errors), ...claim(jws?.payload.nbf, '$.nbf')])
  const until = latest([...members(credential, UNTIL, errors), ...claim(jws?.payload.exp, '$.exp')], -1)
  if (from && from.time > now + CLOCKS_MS) errors.push(makeFinding('not_yet_valid', from.path, iso(from.time)))
  if (until && until.time <= now) errors.push(makeFinding('expired', until.path, iso(until.time)))
  if (from && until && until.time < from.time) errors.push(makeFinding('validity_order', until.path))
  const ends = [until?.time, proofExpires].filter((time) => typeof time === 'number')
  return {
    check: { id: 'dates', status: errors.length > 0 ? 'failed' : 'passed', errors, warnings: [] },
    from: from?.time ?? null,
    until: ends.length > 0 ? Math.min(...ends) : null,
  }
}

function members(credential: Record<string, unknown>, names: string[], errors: BadgeFinding[]): Bound[] {
  return names.flatMap((name) => {
    const value = credential[name]
    if (value === undefined) return []
    const time = parseDateTime(value)
    // A date that nobody can read is no limit: better an error twice (the schema says it too) than a badge for ever.
    if (time === undefined) errors.push(makeFinding('validity_order', `$.${name}`, 'not a date with a time zone'))
    return time === undefined ? [] : [{ time, path: `$.${name}` }]
  })
}

/** A NumericDate (RFC 7519 section 2); another value is for the check of the claims to refuse. */
function claim(value: unknown, path: string): Bound[] {
  return typeof value === 'number' && Number.isFinite(value) ? [{ time: value * 1000, path }] : []
}

function latest(bounds: Bound[], sign = 1): Bound | undefined {
  return bounds.toSorted((a, b) => sign * (b.time - a.time))[0]
}

/** Dates beyond what a calendar of ECMAScript holds have no text. */
function iso(time: number): string | null {
  return Math.abs(time) <= 8.64e15 ? new Date(time).toISOString() : null
}
