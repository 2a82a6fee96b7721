import type { Translator } from '@/lib/i18n/translate'

/** A time in UTC with its zone, readable by programs too. */
export function Moment({ translator, date }: { translator: Translator; date: Date }) {
  return <time dateTime={date.toISOString()}>{translator.formatMoment(date)}</time>
}

/** A day in UTC. */
export function Day({ translator, date }: { translator: Translator; date: Date }) {
  return <time dateTime={date.toISOString().slice(0, 10)}>{translator.formatDate(date)}</time>
}
