/** What a certificate's end is to this moment; `ended` is withdrawn or replaced. */
type Term = 'current' | 'expired' | 'ending' | 'ended'

/** In SQL, of certificates `c`; what ends soon ends within 60 days, as the start page counts it. */
export const TERMS: Record<Term, string> = {
  current: "c.status = 'issued' AND (c.expires_at IS NULL OR c.expires_at > pg_catalog.now())",
  ended: "c.status IN ('withdrawn', 'superseded')",
  expired: "c.status = 'issued' AND c.expires_at <= pg_catalog.now()",
  ending:
    "c.status = 'issued' AND c.expires_at > pg_catalog.now() AND c.expires_at < pg_catalog.now() + interval '60 days'",
}

const CHECKS_OF = 'SELECT 1 FROM certificate_checks k WHERE k.certificate_id = c.id'
export const THIS_WEEK = "k.day >= (pg_catalog.now() AT TIME ZONE 'UTC')::date - 6"

/** Whether a certificate was checked in public. */
type Checked = 'never' | 'ever' | 'week'

/** In SQL, of certificates `c`; the week is that of the start page, with today as its last day. */
const CHECKED: Record<Checked, string> = {
  never: `NOT EXISTS (${CHECKS_OF})`,
  ever: `EXISTS (${CHECKS_OF})`,
  week: `EXISTS (${CHECKS_OF} AND ${THIS_WEEK})`,
}

/** What only some searches ask for; all of it must fit. */
export interface Sieve {
  term?: Term | null
  checked?: Checked | null
  /** Current ones that end from this moment on, and before that one. */
  ends?: { from: Date; until: Date } | null
  /** The event as it was issued, to the letter. */
  course?: string | null
  /** The file that they were issued from. */
  batch?: string | null
}

/** Whether it asks for anything. */
export function isSifted({ term, checked, ends, course, batch }: Sieve): boolean {
  return Boolean(term ?? checked ?? ends ?? course ?? batch)
}

/** In SQL, whether a certificate `c` fits what is asked for. @param add gives a value its parameter */
export function siftedBy({ term, checked, ends, course, batch }: Sieve, add: (value: unknown) => string): string {
  const fits = [
    ...(term ? [TERMS[term]] : []),
    ...(checked ? [CHECKED[checked]] : []),
    ...(ends ? [`c.status = 'issued' AND ${endsWithin(ends, add)}`] : []),
    ...(course ? [`c.event_title = ${add(course)}`] : []),
    ...(batch
      ? [`EXISTS (SELECT 1 FROM import_rows r WHERE r.certificate_id = c.id AND r.batch_id = ${add(batch)}::uuid)`]
      : []),
  ]
  return fits.length === 0 ? 'true' : fits.join(' AND ')
}

function endsWithin({ from, until }: NonNullable<Sieve['ends']>, add: (value: unknown) => string): string {
  return `c.expires_at >= ${add(from)}::timestamptz AND c.expires_at < ${add(until)}::timestamptz`
}

/** When certificates were issued: from one moment on, and before another. */
export interface IssueSpan {
  from?: Date | null
  until?: Date | null
}

/** In SQL, whether a certificate `c` was issued within a span whose ends are this parameter and the next. */
export const SPAN = (at: number) => `c.issued_at >= $${at}::timestamptz AND c.issued_at < $${at + 1}::timestamptz`

/** The two ends of a span, as parameters. */
export function spanOf({ from, until }: IssueSpan): [string, string] {
  return [from?.toISOString() ?? '-infinity', until?.toISOString() ?? 'infinity']
}
