import { deskDay, deskMoment, utcMoment } from '@/lib/i18n/desk/times'

/** A time in the reader's own zone; in UTC for a pointer that rests on it. */
export function DeskMoment({ date }: { date: Date }) {
  return (
    <time dateTime={date.toISOString()} title={utcMoment(date)}>
      {deskMoment(date)}
    </time>
  )
}

/** A day as it stands on a certificate. */
export function DeskDay({ date }: { date: Date }) {
  return <time dateTime={date.toISOString().slice(0, 10)}>{deskDay(date)}</time>
}
