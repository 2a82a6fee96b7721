import { createTranslator } from '@/lib/i18n/translate'
import { Moment } from '@/components/site/moment'

/** A time as the desk writes it: UTC, with its zone. */
export function DeskMoment({ date }: { date: Date }) {
  return <Moment translator={createTranslator('en')} date={date} />
}
