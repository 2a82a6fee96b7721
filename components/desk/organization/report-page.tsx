import { actorName } from '@/components/desk/actor-name'
import { CertificateLink } from '@/components/desk/desk-link'
import { DeskMoment } from '@/components/desk/desk-moment'
import { DeskPage } from '@/components/desk/desk-page'
import { REPORTS } from '@/components/desk/desk-paths'
import type { DeskViewer } from '@/components/desk/desk-viewer'
import type { FormProblem } from '@/components/desk/field-problem'
import { TextField } from '@/components/desk/text-field'
import { Fact } from '@/components/site/fact'
import { hasAction } from '@/lib/domain/desk/role'
import { KEPT_AFTER_CLOSING } from '@/lib/domain/text/report'
import { deskText } from '@/lib/i18n/desk/text'
import { IssuerForm } from './issuer-form'
import type { ReportOfDesk } from './report-of-desk'

interface Props {
  host: string
  viewer: DeskViewer
  report: ReportOfDesk
  note: string
  problem: FormProblem
}

/** One report, and the form that closes it. */
export function DeskReportPage({ host, viewer, report, note, problem }: Props) {
  const { id, kind, closedAt } = report
  const page = { host, viewer, problem, heading: deskText(`reports.kind.${kind}`) }
  const mayClose = viewer.issuer !== null && hasAction(viewer.issuer.role, 'close_reports')
  return (
    <DeskPage {...page} lead={deskText('report.lead')} current={REPORTS}>
      <Facts report={report} />
      {closedAt === null && mayClose && (
        <IssuerForm viewer={viewer} action={`${REPORTS}/${id}`} className="desk-form">
          <TextField
            name="note"
            label={deskText('report.note')}
            hint={deskText('report.noteHint', { days: KEPT_AFTER_CLOSING })}
            maxLength={1000}
            defaultValue={note}
            problem={problem}
          />
          <button type="submit" className="button primary">
            {deskText('report.close')}
          </button>
        </IssuerForm>
      )}
      <p>
        <a href={REPORTS}>{deskText('report.back')}</a>
      </p>
    </DeskPage>
  )
}

function Facts({ report }: { report: ReportOfDesk }) {
  const { serial, message, email, createdAt, closedAt, closedBy, note } = report
  return (
    <dl>
      {serial !== null && (
        <Fact term={deskText('reports.serial')}>
          <CertificateLink serial={serial} />
        </Fact>
      )}
      <Fact term={deskText('report.message')}>
        <bdi className="report-text">{message ?? deskText('reports.emptied')}</bdi>
      </Fact>
      {message !== null && (
        <Fact term={deskText('report.email')}>
          {email === null ? (
            deskText('report.noEmail')
          ) : (
            <a href={`mailto:${encodeURIComponent(email)}`} dir="ltr">
              {email}
            </a>
          )}
        </Fact>
      )}
      <Fact term={deskText('reports.came')}>
        <DeskMoment date={createdAt} />
      </Fact>
      {closedAt && (
        <Fact term={deskText('report.closed')}>
          <DeskMoment date={closedAt} /> · {closedBy && actorName(closedBy)}
        </Fact>
      )}
      {note !== null && (
        <Fact term={deskText('report.note')}>
          <bdi className="report-text">{note}</bdi>
        </Fact>
      )}
    </dl>
  )
}
