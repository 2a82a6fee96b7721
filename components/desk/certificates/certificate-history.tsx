import type { ReactNode } from 'react'
import { actorFirst } from '@/components/desk/actor-name'
import { DeskDay, DeskMoment } from '@/components/desk/desk-moment'
import { AsIssued } from '@/components/verdict/as-issued'
import { certificateChanges } from '@/components/verdict/certificate-changes'
import { Serial } from '@/components/verdict/serial'
import type { OwnCertificate, OwnEvent, OwnMail } from '@/lib/domain/desk/own-certificate'
import { deskReader } from '@/lib/i18n/desk/reader'
import { deskParts, deskText } from '@/lib/i18n/desk/text'
import { createTranslator } from '@/lib/i18n/translate'

/** Something that happened, where it stands on the line of time. */
interface Happening {
  at: number
  sentence: ReactNode
}

/** What happened to a certificate and its corrections, its mail and first check among it, the newest first. */
export function CertificateHistory({ own }: { own: OwnCertificate }) {
  const first = firstCheck(own)
  const happened: Happening[] = [
    ...own.history.map((event) => ({ at: event.at, sentence: <Event event={event} /> })),
    ...own.mail.map((mail) => ({ at: mail.at, sentence: <Mail mail={mail} /> })),
    ...(first === null ? [] : [{ at: endOfDay(first), sentence: <FirstCheck day={first} /> }]),
  ]
  return (
    <section aria-labelledby="history">
      <h2 id="history">{deskText('own.history')}</h2>
      <ol className="time-line" role="list">
        {/* Of what happened in the same moment, the later entry is the later one. */}
        {happened
          .sort((a, b) => a.at - b.at)
          .reverse()
          .map(({ sentence }, index) => (
            <li key={index}>{sentence}</li>
          ))}
      </ol>
    </section>
  )
}

function Event({ event: { type, at, actor, serial, reason, correction } }: { event: OwnEvent }) {
  return (
    <>
      <p>
        {deskText(`own.did.${type}`, { who: actorFirst(actor) })} {serial !== null && <Serial text={serial} />}
      </p>
      {correction && <Changes {...correction} />}
      {reason !== null && (
        <p className="plain">{deskParts('own.internalReason', { reason: <bdi key="reason">{reason}</bdi> })}</p>
      )}
      <p className="hint">
        <DeskMoment date={new Date(at)} />
      </p>
    </>
  )
}

function Changes({ before, after }: NonNullable<OwnEvent['correction']>) {
  const translator = createTranslator(deskReader().language)
  // The new serial stands beside the sentence.
  const changes = certificateChanges(before, after, translator).filter(({ label }) => label !== 'field.serial')
  const show = (key: string, text: string) =>
    text === '' ? deskText('own.nothing') : <AsIssued key={key} text={text} />
  return (
    <ul className="plain-list">
      {changes.map((change) => (
        <li key={change.label}>
          {deskParts('own.change', {
            field: translator.t(change.label),
            before: show('before', change.before),
            after: show('after', change.after),
          })}
        </li>
      ))}
    </ul>
  )
}

function Mail({ mail: { kind, state, at } }: { mail: OwnMail }) {
  const moment = <DeskMoment key="at" date={new Date(at)} />
  return <p>{deskParts(`ownMail.state.${state}`, { mail: deskText(`ownMail.${kind}`), moment })}</p>
}

function FirstCheck({ day }: { day: string }) {
  return (
    <>
      <p>{deskText('own.firstCheck')}</p>
      <p className="hint">
        <DeskDay date={new Date(day)} />
      </p>
    </>
  )
}

/** The day of the first check, where the days that are known hold every check. */
function firstCheck({ checkDays, checkCount }: OwnCertificate): string | null {
  const known = checkDays.reduce((sum, { checks }) => sum + checks, 0)
  return known === checkCount ? (checkDays[0]?.day ?? null) : null
}

/** The hour of a check is not kept: it follows whatever happened on its day. */
const endOfDay = (day: string) => Date.parse(day) + 86_399_999
