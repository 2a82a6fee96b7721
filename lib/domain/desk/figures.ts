import { dayOf } from '@/lib/domain/text/day-of'
/** Certificates of one kind, those among them that were never checked, and the checks of all. */
interface Counted {
  certificates: number
  never: number
  checks: number
}

/** Everything that is counted of an issuer's certificates. */
export interface CountedAll {
  outcomes: ({ outcome: 'issued' | 'expired' | 'superseded' | 'withdrawn' } & Counted)[]
  /** Those with the most certificates. */
  courses: ({ course: string } & Counted)[]
  /** Current ones by the month that they end in, such as `2027-03`; twelve months from now on. */
  ending: { month: string; certificates: number }[]
  /** By UTC day, over the last year. */
  days: { day: string; checks: number }[]
}

/** Bars of a chart, by the first UTC day of each. */
export type Bars = { day: string; count: number }[]

/** What a bar stands for, and how many there are. */
export const PERIODS = { day: 30, week: 26, month: 12 } as const
export type Period = keyof typeof PERIODS

const DAY = 86_400_000

/** The checks of days as bars of one period each, those without any among them; the last holds today. */
export function barsOf(days: CountedAll['days'], period: Period, now: number): Bars {
  const starts: string[] = []
  for (let at = startOf(now, period); starts.length < PERIODS[period]; at = startOf(at - DAY, period))
    starts.unshift(dayOf(at))
  const bars = new Map(starts.map((day) => [day, 0]))
  for (const { day, checks } of days) {
    const start = dayOf(startOf(Date.parse(day), period))
    const known = bars.get(start)
    if (known !== undefined) bars.set(start, known + checks)
  }
  return [...bars].map(([day, count]) => ({ day, count }))
}

/** When the day, the week from Monday on, or the month of a moment began, in UTC. */
function startOf(at: number, period: Period): number {
  const date = new Date(at)
  const day = Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate())
  if (period === 'day') return day
  if (period === 'week') return day - ((date.getUTCDay() + 6) % 7) * DAY
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1)
}
