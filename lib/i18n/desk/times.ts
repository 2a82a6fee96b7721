import { LANGUAGES } from '@/lib/i18n/languages'
import { deskReader } from './reader'

/** Day and time of day as the reader's language writes them, in their zone, such as “3 Nov 2026, 18:07”. */
export function deskMoment(date: Date): string {
  return written(date, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: deskReader().timeZone,
  })
}

/** The same in UTC with its zone, for who compares it with what a verification page says. */
export function utcMoment(date: Date): string {
  const options = { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23', timeZone: 'UTC' } as const
  return `${written(date, options)} UTC`
}

/** A day as certificates carry it, which is one of UTC. */
export function deskDay(date: Date): string {
  return written(date, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
}

/** The same with its month in full, where day and month must not be taken for each other. */
export function deskLongDay(date: Date): string {
  return written(date, { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
}

/** A month such as `2027-03`, as the reader's language writes it. */
export function deskMonth(month: string): string {
  return written(new Date(`${month}-01`), { month: 'long', year: 'numeric', timeZone: 'UTC' })
}

/** A share of one as whole percent, rounded down: what is not all does not read as all. */
export function deskShare(share: number): string {
  const percent = Math.floor(share * 100) / 100
  return new Intl.NumberFormat(locale(), { style: 'percent', numberingSystem: 'latn' }).format(percent)
}

/** A number as the reader's language writes it. */
export function deskNumber(value: number): string {
  return new Intl.NumberFormat(locale(), { numberingSystem: 'latn' }).format(value)
}

function written(date: Date, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(locale(), { ...options, calendar: 'gregory', numberingSystem: 'latn' }).format(date)
}

function locale(): string {
  return LANGUAGES.find(({ code }) => code === deskReader().language)?.locale ?? 'en-GB'
}
