/** What the page hands to its script, so that times are written as in the rest of it. */
export interface MomentWords {
  locale: string
  /** A time of day and a day, in UTC, as `{0}` and `{1}`. */
  moment: string
}

/**
 * A time as pages write it: in UTC.
 * @param at milliseconds since 1970
 */
export function momentText(at: number, { locale, moment }: MomentWords): string {
  const utc = { timeZone: 'UTC', calendar: 'gregory', numberingSystem: 'latn' } as const
  const written = (parts: Intl.DateTimeFormatOptions) => new Date(at).toLocaleString(locale, { ...utc, ...parts })
  const time = written({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const day = written({ day: 'numeric', month: 'long', year: 'numeric' })
  return moment.replace('{0}', time).replace('{1}', day)
}
