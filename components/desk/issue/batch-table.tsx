import { certificateCells, certificateColumns, type ListedRow } from '@/components/desk/certificates/certificate-table'
import { DeskMoment } from '@/components/desk/desk-moment'
import { DeskTable } from '@/components/desk/desk-table'
import type { DeskViewer } from '@/components/desk/desk-viewer'
import { IssuerForm } from '@/components/desk/organization/issuer-form'
import { deskText } from '@/lib/i18n/desk/text'

export type BatchMailState = 'queued' | 'sending' | 'sent' | 'failed' | 'unknown' | 'abandoned'

/** A certificate of a batch with the last message to its recipient. */
export interface BatchRow extends ListedRow {
  certificateId: string
  hasAddress: boolean
  mail: { state: BatchMailState; at: Date } | null
  /** The current one, where that has replaced it. */
  correction?: Pick<ListedRow, 'overallStatus'>
}

interface Props {
  viewer: DeskViewer
  batchId: string
  rows: readonly BatchRow[]
  mailIsOn: boolean
  /** Whether the reader may send messages, and mail is on. */
  mayMail: boolean
}

/** The certificates of a batch, and what became of the message to each recipient. */
export function BatchTable({ viewer, batchId, rows, mailIsOn, mayMail }: Props) {
  const withMail = rows.some(({ hasAddress, mail }) => (hasAddress && mailIsOn) || mail !== null)
  return (
    <DeskTable
      caption={deskText('certificates.caption')}
      spoken
      columns={[...certificateColumns(), ...(withMail ? [deskText('batch.mail')] : [])]}
      rows={rows.map((row) => ({
        key: row.certificate.serial,
        cells: [
          ...certificateCells(row),
          ...(withMail ? [<MailCell key="mail" {...{ viewer, batchId, row, mailIsOn, mayMail }} />] : []),
        ],
      }))}
    />
  )
}

function MailCell({ viewer, batchId, row, mailIsOn, mayMail }: Omit<Props, 'rows'> & { row: BatchRow }) {
  const { mail, hasAddress, certificateId, correction } = row
  const isWaiting = mail?.state === 'queued' || mail?.state === 'sending'
  // What was replaced is told by its correction.
  const { overallStatus } = correction ?? row
  const isOver = overallStatus !== 'verified' && overallStatus !== 'expired'
  return (
    <div className="mail-cell">
      {mail ? (
        <span className={mail.state === 'failed' ? 'mail-failed' : undefined}>
          {deskText(`batch.mail.${mail.state}`)}
          <small>
            <DeskMoment date={mail.at} />
          </small>
        </span>
      ) : (
        <span>{hasAddress && mailIsOn ? deskText('batch.mail.none') : '–'}</span>
      )}
      {mayMail && hasAddress && !isWaiting && !isOver && (
        <IssuerForm viewer={viewer} action={`/dashboard/batches/${batchId}/mail`}>
          <button type="submit" name="to" value={certificateId} className="button">
            {deskText(mail ? 'batch.mailAgain' : 'batch.mailNow')}
          </button>
        </IssuerForm>
      )}
    </div>
  )
}
