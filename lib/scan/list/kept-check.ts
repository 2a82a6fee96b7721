import type { OverallStatus } from '@/lib/contract/check/verification'

/** A check that somebody chose to keep on this device: no name, and no verdict about today. */
export interface KeptCheck {
  serial: string
  status: OverallStatus
  /** Time of the check, as the service said it (ISO 8601). */
  at: string
  /** The person's own note; empty where there is none. */
  reference: string
  /** Milliseconds since 1970 by this device's clock. */
  keptAt: number
}

const KEPT_MS = 365 * 24 * 60 * 60 * 1000
const MOST_KEPT = 2000

/** Adds a check to those that are kept, newest first; the same check again only changes its reference. */
export function addKeptCheck(kept: readonly KeptCheck[], added: KeptCheck): KeptCheck[] {
  const others = kept.filter(({ serial, at }) => serial !== added.serial || at !== added.at)
  return [added, ...others].slice(0, MOST_KEPT)
}

/** What is kept for at most a year; an entry of the future is of a clock that was wrong, and goes too. */
export function stillKept(kept: readonly KeptCheck[], now: number): KeptCheck[] {
  return kept.filter(({ keptAt }) => Math.abs(now - keptAt) < KEPT_MS)
}
