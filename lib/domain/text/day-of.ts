/** The day of a time in UTC, as `YYYY-MM-DD`. @param at milliseconds since 1970, or the time */
export function dayOf(at: number | Date): string {
  return new Date(at).toISOString().slice(0, 10)
}
