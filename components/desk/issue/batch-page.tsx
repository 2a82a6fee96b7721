import { batchSelection } from '@/components/desk/desk-link'
import { DeskPage } from '@/components/desk/desk-page'
import type { DeskViewer } from '@/components/desk/desk-viewer'
import { hasAction } from '@/lib/domain/desk/role'
import { deskParts, deskText } from '@/lib/i18n/desk/text'
import { deskMoment } from '@/lib/i18n/desk/times'
import { BatchMailSection, type BatchMailCounts } from './batch-mail'
import { type BatchRow, BatchTable } from './batch-table'

interface Props {
  host: string
  viewer: DeskViewer
  batch: {
    id: string
    at: Date
    certificates: number
    /** Null where it was issued by a command. */
    fileName: string | null
    refused: number
    /** Null where the refused rows are not kept any more. */
    refusedCsv: string | null
    mail: BatchMailCounts
    rows: readonly BatchRow[]
    next: number | null
  }
  /** Certificates of one archive. */
  zipOf: number
  /** The most certificates of a workbook. */
  workbookOf: number
  /** Whether this is the first page. */
  first: boolean
  mailIsOn: boolean
  /** What was just done. */
  done: string | null
}

/** A file that certificates were issued from: what came of it, for as long as they exist. */
export function BatchPage({ host, viewer, batch, zipOf, workbookOf, first, mailIsOn, done }: Props) {
  const path = `/dashboard/batches/${batch.id}`
  const lead = deskText('batch.lead', { count: batch.certificates, when: deskMoment(batch.at) })
  const mayIssue = viewer.issuer !== null && hasAction(viewer.issuer.role, 'issue')
  const mail = { viewer, batchId: batch.id, mailIsOn, mayMail: mayIssue && mailIsOn }
  return (
    <DeskPage {...{ host, viewer, lead, done }} heading={deskText('start.batch')} current="/dashboard/certificates">
      {batch.fileName !== null && (
        <p className="quiet">{deskParts('issueRun.file', { name: <bdi key="name">{batch.fileName}</bdi> })}</p>
      )}
      <p className="buttons desk-actions">
        <Archives path={path} batch={batch} zipOf={zipOf} />
        {batch.certificates <= workbookOf && (
          <a className="button" href={`${path}/workbook`} download>
            {deskText('batch.workbook')}
          </a>
        )}
        <a className="button" href={`${path}/links`} download>
          {deskText('batch.links')}
        </a>
        {viewer.issuer && hasAction(viewer.issuer.role, 'withdraw') && (
          <a className="button" href={batchSelection({ batch: batch.id })}>
            {deskText('selected.withdraw')}
          </a>
        )}
      </p>
      {batch.refused > 0 && <Refused path={path} batch={batch} mayIssue={mayIssue} />}
      <BatchMailSection {...mail} counts={batch.mail} />
      <h2>{deskText('batch.certificates')}</h2>
      <BatchTable {...mail} rows={batch.rows} />
      {(!first || batch.next !== null) && (
        <nav aria-label={deskText('pages.nav')} className="buttons">
          {!first && (
            <a className="button" href={path}>
              {deskText('pages.first')}
            </a>
          )}
          {batch.next !== null && (
            <a className="button" href={`${path}?after=${batch.next}`}>
              {deskText('batch.more')}
            </a>
          )}
        </nav>
      )}
    </DeskPage>
  )
}

/** The PDFs in archives; the one of a single certificate by itself. */
function Archives({ path, batch, zipOf }: { path: string; batch: Props['batch']; zipOf: number }) {
  const { certificates, rows } = batch
  const only = certificates === 1 ? rows[0] : undefined
  if (only?.certificate.pdf_url !== undefined)
    return (
      <a className="button primary" href={`/api/public/credentials/${only.certificateId}/pdf`}>
        {deskText('own.download.pdf')}
      </a>
    )
  const parts = Math.ceil(certificates / zipOf)
  if (parts === 1)
    return (
      <a className="button primary" href={`${path}/files`} download>
        {deskText('batch.zip', { count: certificates })}
      </a>
    )
  return Array.from({ length: parts }, (_, at) => (
    <a key={at} className="button primary" href={`${path}/files?part=${at + 1}`} download>
      {deskText('batch.zipPart', { first: at * zipOf + 1, last: Math.min((at + 1) * zipOf, certificates) })}
    </a>
  ))
}

function Refused({ path, batch, mayIssue }: { path: string; batch: Props['batch']; mayIssue: boolean }) {
  return (
    <section aria-labelledby="refused">
      <h2 id="refused">{deskText('issueRun.badRows')}</h2>
      <p className="plain">{deskText('batch.refused', { count: batch.refused })}</p>
      {batch.refusedCsv === null ? (
        <p className="quiet">{deskText('batch.refusedGone')}</p>
      ) : (
        mayIssue && (
          <p className="buttons desk-actions">
            <a className="button" href={`${path}/refused`} download>
              {deskText('issueRun.refused')}
            </a>
          </p>
        )
      )}
    </section>
  )
}
