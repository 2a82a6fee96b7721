import { actorName } from '@/components/desk/actor-name'
import { DeskMoment } from '@/components/desk/desk-moment'
import { DeskTable } from '@/components/desk/desk-table'
import { AsIssued } from '@/components/verdict/as-issued'
import { certificateChanges } from '@/components/verdict/certificate-changes'
import { Serial } from '@/components/verdict/serial'
import type { OwnEvent } from '@/lib/domain/desk/own-certificate'
import { deskReader } from '@/lib/i18n/desk/reader'
import { deskParts, deskText } from '@/lib/i18n/desk/text'
import { createTranslator } from '@/lib/i18n/translate'

/** What happened to a certificate and its corrections, the newest first. */
export function CertificateHistory({ history }: { history: readonly OwnEvent[] }) {
  return (
    <section aria-labelledby="history">
      <h2 id="history">{deskText('own.history')}</h2>
      <ol className="history">
        {[...history].reverse().map((event, index) => (
          <li key={history.length - index}>
            <p>
              <strong>{deskText(`event.${event.type}`)}</strong>{' '}
              {event.serial !== null && <Serial text={event.serial} />}
            </p>
            <p className="hint">
              <DeskMoment date={new Date(event.at)} /> · {actorName(event.actor)}
            </p>
            {event.reason !== null && (
              <p className="plain">
                {deskParts('own.internalReason', { reason: <bdi key="reason">{event.reason}</bdi> })}
              </p>
            )}
            <Correction event={event} />
          </li>
        ))}
      </ol>
    </section>
  )
}

function Correction({ event: { correction } }: { event: OwnEvent }) {
  if (!correction) return null
  const translator = createTranslator(deskReader().language)
  const changes = certificateChanges(correction.before, correction.after, translator)
  const show = (text: string) => (text === '' ? deskText('own.nothing') : <AsIssued text={text} />)
  return (
    <DeskTable
      caption={deskText('own.changed', { serial: correction.before.serial })}
      columns={[deskText('own.field'), deskText('own.before'), deskText('own.after')]}
      rows={changes.map(({ label, before, after }) => ({
        key: label,
        cells: [translator.t(label), show(before), show(after)],
      }))}
    />
  )
}
