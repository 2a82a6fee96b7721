import type { DeskViewer } from '@/components/desk/desk-viewer'
import { IssuerForm } from '@/components/desk/organization/issuer-form'
import { deskText } from '@/lib/i18n/desk/text'
import { deskNumber } from '@/lib/i18n/desk/times'
import type { BatchMailState } from './batch-table'

/** Recipients by the state of their last message; `none` have an address and got none. */
export type BatchMailCounts = Partial<Record<BatchMailState | 'none', number>>

const SHOWN = ['queued', 'sending', 'sent', 'failed', 'unknown', 'abandoned', 'none'] as const

interface Props {
  viewer: DeskViewer
  batchId: string
  counts: BatchMailCounts
  mailIsOn: boolean
  /** Whether the reader may send messages, and mail is on. */
  mayMail: boolean
}

/** What became of the messages to the recipients of a batch, and the ways to send them again. */
export function BatchMailSection({ viewer, batchId, counts, mailIsOn, mayMail }: Props) {
  const found = SHOWN.flatMap((state) => (counts[state] ? [[state, counts[state]] as const] : []))
  if (found.length === 0) return null
  // Where no mail goes out, “none yet” would promise one.
  const shown = mailIsOn ? found : found.filter(([state]) => state !== 'none')
  const failed = (counts.failed ?? 0) + (counts.unknown ?? 0)
  return (
    <section aria-labelledby="batch-mail">
      <h2 id="batch-mail">{deskText('batch.mailHeading')}</h2>
      {!mailIsOn && <p className="plain">{deskText('mailSettings.off')}</p>}
      {shown.length > 0 && (
        <ul className="plain-list">
          {shown.map(([state, count]) => (
            <li key={state}>
              {deskText('desk.labelled', { label: deskText(`batch.mail.${state}`), value: deskNumber(count) })}
            </li>
          ))}
        </ul>
      )}
      {mayMail && (failed > 0 || (counts.none ?? 0) > 0) && (
        <IssuerForm viewer={viewer} action={`/dashboard/batches/${batchId}/mail`} className="desk-actions">
          <p className="buttons">
            {failed > 0 && (
              <button type="submit" name="to" value="failed" className="button">
                {deskText('batch.mailFailedAgain', { count: failed })}
              </button>
            )}
            {(counts.none ?? 0) > 0 && (
              <button type="submit" name="to" value="none" className="button">
                {deskText('batch.mailNone', { count: counts.none ?? 0 })}
              </button>
            )}
          </p>
        </IssuerForm>
      )}
    </section>
  )
}
