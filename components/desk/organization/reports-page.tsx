import { DeskMoment } from '@/components/desk/desk-moment'
import { DeskPage } from '@/components/desk/desk-page'
import { REPORTS } from '@/components/desk/desk-paths'
import { DeskTable } from '@/components/desk/desk-table'
import type { DeskViewer } from '@/components/desk/desk-viewer'
import { deskText } from '@/lib/i18n/desk/text'
import type { ReportOfDesk } from './report-of-desk'

interface Props {
  host: string
  viewer: DeskViewer
  open: ReportOfDesk[]
  closed: ReportOfDesk[]
  /** One was closed just now. */
  done: boolean
}

/** What visitors reported about the issuer's certificates. */
export function ReportsPage({ host, viewer, open, closed, done }: Props) {
  const page = { host, viewer, heading: deskText('reports.heading'), lead: deskText('reports.lead') }
  return (
    <DeskPage {...page} current={REPORTS} done={done && deskText('reports.done')}>
      {open.length === 0 ? (
        <p>{deskText('reports.none')}</p>
      ) : (
        <Reports caption={deskText('reports.open')} reports={open} />
      )}
      {closed.length > 0 && (
        <>
          <h2>{deskText('reports.closed')}</h2>
          <Reports caption={deskText('reports.closed')} reports={closed} />
        </>
      )}
    </DeskPage>
  )
}

function Reports({ caption, reports }: { caption: string; reports: ReportOfDesk[] }) {
  return (
    <DeskTable
      caption={caption}
      spoken
      action
      columns={(['kind', 'serial', 'came', 'read'] as const).map((name) => deskText(`reports.${name}`))}
      rows={reports.map(({ id, kind, serial, createdAt }) => ({
        key: id,
        cells: [
          deskText(`reports.kind.${kind}`),
          serial === null ? '–' : <bdi key="serial">{serial}</bdi>,
          <DeskMoment key="came" date={createdAt} />,
          <a
            key="read"
            href={`${REPORTS}/${id}`}
            aria-label={deskText('reports.readWhich', { serial: serial ?? deskText('reports.emptied') })}
          >
            {deskText('reports.read')}
          </a>,
        ],
      }))}
    />
  )
}
