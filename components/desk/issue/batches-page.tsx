import { DeskMoment } from '@/components/desk/desk-moment'
import { DeskPage } from '@/components/desk/desk-page'
import { DeskTable } from '@/components/desk/desk-table'
import type { DeskViewer } from '@/components/desk/desk-viewer'
import { OlderPages } from '@/components/desk/older-pages'
import { deskText } from '@/lib/i18n/desk/text'
import { deskNumber } from '@/lib/i18n/desk/times'

/** A file that certificates were issued from, in a list. */
export interface BatchInList {
  id: string
  at: Date
  certificates: number
  title: string | null
  fileName: string | null
}

interface Props {
  host: string
  viewer: DeskViewer
  batches: readonly BatchInList[]
  next: Date | null
  first: boolean
}

const BATCHES = '/dashboard/batches'

/** Every file that certificates were issued from, the newest first. */
export function BatchesPage({ host, viewer, batches, next, first }: Props) {
  const page = { host, viewer, heading: deskText('batches.heading'), lead: deskText('batches.lead') }
  return (
    <DeskPage {...page} current="/dashboard/certificates">
      {batches.length === 0 ? <p>{deskText('start.noBatches')}</p> : <BatchList batches={batches} />}
      <OlderPages path={BATCHES} next={next?.toISOString() ?? null} first={first} />
    </DeskPage>
  )
}

/** Files as a table, each leading to its page. */
export function BatchList({ batches }: { batches: readonly BatchInList[] }) {
  return (
    <DeskTable
      caption={deskText('start.batches')}
      spoken
      columns={(['batch', 'certificates', 'when'] as const).map((column) => deskText(`start.${column}`))}
      rows={batches.map(({ id, at, certificates, title, fileName }) => ({
        key: id,
        cells: [
          <a key="batch" href={`${BATCHES}/${id}`} className="desk-name">
            <bdi>{title ?? '–'}</bdi>
            {fileName !== null && (
              <small>
                <bdi>{fileName}</bdi>
              </small>
            )}
          </a>,
          deskNumber(certificates),
          <DeskMoment key="when" date={at} />,
        ],
      }))}
    />
  )
}
