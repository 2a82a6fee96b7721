import type { MessageKey } from '@/lib/i18n/catalogues'
import type { Translator } from '@/lib/i18n/translate'
import { VerdictShape } from './verdict-shape'
import type { Tone } from './verdict-view'

const MEANINGS: { tone: Tone; heading: MessageKey; body: MessageKey }[] = [
  { tone: 'genuine', heading: 'genuine.heading', body: 'home.genuine' },
  { tone: 'stop', heading: 'home.stopHeading', body: 'home.stop' },
  { tone: 'unknown', heading: 'home.unknownHeading', body: 'home.unknown' },
]

/** The three meanings of an answer, with their shapes. */
export function MeaningList({ translator: { t } }: { translator: Translator }) {
  return (
    <ul className="meanings" role="list">
      {MEANINGS.map(({ tone, heading, body }) => (
        <li key={tone} className={tone}>
          <VerdictShape tone={tone} />
          <strong>{t(heading)}</strong>
          <p>{t(body)}</p>
        </li>
      ))}
    </ul>
  )
}
