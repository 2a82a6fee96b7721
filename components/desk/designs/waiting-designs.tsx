import { DeskMoment } from '@/components/desk/desk-moment'
import { DeskTable } from '@/components/desk/desk-table'
import type { DeskViewer } from '@/components/desk/desk-viewer'
import { IssuerForm } from '@/components/desk/organization/issuer-form'
import { deskText } from '@/lib/i18n/desk/text'

/** A design that waits for the operator. */
export interface WaitingDesignRow {
  id: string
  name: string
  askedAt: Date
  /** Whose new certificates would use it: null for none, empty for all whose event has no design of its own. */
  forEvent: string | null
}

/** The designs that the operator has not decided upon, and how to take one back. */
export function WaitingDesigns({ viewer, waiting }: { viewer: DeskViewer; waiting: readonly WaitingDesignRow[] }) {
  return (
    <DeskTable
      caption={deskText('designs.waitingCaption')}
      columns={[
        deskText('designs.column.name'),
        deskText('designs.column.event'),
        deskText('designs.column.asked'),
        deskText('designs.column.change'),
      ]}
      action
      rows={waiting.map(({ id, name, askedAt, forEvent }) => ({
        key: id,
        cells: [
          <bdi key="name">{name}</bdi>,
          forEvent === null ? (
            '–'
          ) : forEvent === '' ? (
            deskText('designs.otherEvents')
          ) : (
            <bdi key="event">{forEvent}</bdi>
          ),
          <DeskMoment key="asked" date={askedAt} />,
          <IssuerForm key="back" viewer={viewer} action="/dashboard/designs" encType="multipart/form-data">
            <input type="hidden" name="waiting" value={id} />
            <button type="submit" name="do" value="take_back" className="button">
              {deskText('designs.takeBack')}
            </button>
          </IssuerForm>,
        ],
      }))}
    />
  )
}
