// Our own words, because those of Intl, and so a certificate's bytes, change with the version of Node.
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

/** The day of a time in UTC, such as `5 November 2026`. */
export function longDate(milliseconds: number): string {
  const date = new Date(milliseconds)
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()] ?? ''} ${date.getUTCFullYear()}`
}
