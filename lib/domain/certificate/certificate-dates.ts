/** How far an issuer's clock may be ahead of ours before its time of issue is refused. */
const CLOCK_DIFFERENCE_MS = 5 * 60 * 1000
const FIRST_YEAR = 1900
const LAST_YEAR = 9999

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/
const TIME = /^(\d{4}-\d{2}-\d{2})[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)?(?:([Zz])|([+-])(\d{2}):?(\d{2})?)$/

type DateResult<T> = ({ ok: true } & T) | { ok: false; reason: string }

function refuse(reason: string): { ok: false; reason: string } {
  return { ok: false, reason }
}

/** Cuts a time to whole seconds (spec part 3), towards the past. */
export function wholeSeconds(time: Date): Date {
  return new Date(Math.floor(time.getTime() / 1000) * 1000)
}

/** Midnight UTC of a real day within the years that are accepted, else null. */
function startOfDay(text: string): Date | null {
  const [, year, month, day] = DATE.exec(text) ?? []
  if (Number(year) < FIRST_YEAR) return null
  const start = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  // A day that does not exist rolls over into the next month and reads differently.
  return Number.isFinite(start.getTime()) && start.toISOString().slice(0, 10) === text ? start : null
}

/** A date-only text as one day, or a time with its zone in whole seconds; null when it is neither. */
function parseTime(text: string): { at: Date; dateOnly: boolean } | null {
  const dateOnly = startOfDay(text)
  if (dateOnly) return { at: dateOnly, dateOnly: true }
  const [, date, hours, minutes, seconds = '0', , sign, zoneHours = '0', zoneMinutes = '0'] = TIME.exec(text) ?? []
  const day = date === undefined ? null : startOfDay(date)
  if (!day || Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 59) return null
  if (Number(zoneHours) > 14 || Number(zoneMinutes) > 59) return null
  const local = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)
  const offset = (Number(zoneHours) * 60 + Number(zoneMinutes)) * 60 * (sign === '-' ? -1 : 1)
  const at = new Date(day.getTime() + (local - offset) * 1000)
  return at.getUTCFullYear() > LAST_YEAR || at.getUTCFullYear() < FIRST_YEAR ? null : { at, dateOnly: false }
}

function explainTime(field: string, hint = ''): string {
  return (
    `${field} must be a real date (2026-03-14) or a time with its zone (2026-03-14T09:30:00Z, ` +
    `2026-03-14T09:30:00+02:00), in the years ${FIRST_YEAR} to ${LAST_YEAR}${hint}`
  )
}

/**
 * The time of issue that an issuer writes (spec part 3): ISO 8601 with a zone, or a date, which means its
 * first second in UTC. Cut to whole seconds; one ahead of `now` by up to five minutes becomes `now`.
 * @param hint what the reason adds
 * @returns `at`, the time to store, and `written`, the time as it was written, which stays the same between runs
 */
export function parseIssuedAt(text: string, now: Date, hint = ''): DateResult<{ at: Date; written: Date }> {
  const parsed = parseTime(text)
  if (!parsed) return refuse(explainTime('issued_at', hint))
  const ahead = parsed.at.getTime() - now.getTime()
  if (ahead > CLOCK_DIFFERENCE_MS) {
    // East of Greenwich the day has begun already, as everybody there knows.
    const why = parsed.dateOnly ? `: in UTC it is still ${now.toISOString().slice(0, 10)}` : ''
    return refuse(`issued_at lies in the future${why}`)
  }
  return { ok: true, at: ahead > 0 ? wholeSeconds(now) : parsed.at, written: parsed.at }
}

/**
 * The end of validity (spec part 3): ISO 8601 with a zone, or a date, which then ends at 23:59:59 UTC.
 * Whether it lies after the time of issue is for `checkValidityPeriod` to say.
 * @param field what the reason calls it
 * @param hint what the reason adds
 */
export function parseExpiresAt(text: string, field = 'expires_at', hint = ''): DateResult<{ at: Date }> {
  const parsed = parseTime(text)
  if (!parsed) return refuse(explainTime(field, hint))
  return { ok: true, at: parsed.dateOnly ? new Date(parsed.at.getTime() + (24 * 60 * 60 - 1) * 1000) : parsed.at }
}

/**
 * The moment from which a key counts as compromised: ISO 8601 with a zone, cut to whole seconds, or a date, which means
 * its first second in UTC. Whether it lies in the past is for the database's clock to say.
 */
export function parseCompromisedSince(text: string): DateResult<{ at: Date }> {
  const parsed = parseTime(text)
  return parsed ? { ok: true, at: parsed.at } : refuse(explainTime('since'))
}

/**
 * The day of the event, `YYYY-MM-DD`, a day of the calendar between the years 1900 and 9999.
 * @param field what the reason calls it
 * @param hint what the reason adds
 */
export function parseEventDate(text: string, field = 'event_date', hint = ''): DateResult<{ date: string }> {
  if (startOfDay(text)) return { ok: true, date: text }
  return refuse(`${field} must be a real date such as 2026-03-14, in the years ${FIRST_YEAR} to ${LAST_YEAR}${hint}`)
}

/**
 * Refuses an end of validity that is not after the time of issue (spec part 3).
 * @param issuedAt the time of issue; for an issue or a correction that happens now, `now`
 * @returns the reason, or null when the period is one
 */
export function checkValidityPeriod(issuedAt: Date, expiresAt: Date): string | null {
  return expiresAt.getTime() > wholeSeconds(issuedAt).getTime() ? null : 'expires_at is not after issued_at'
}
