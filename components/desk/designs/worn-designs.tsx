import { DeskTable } from '@/components/desk/desk-table'
import type { DeskViewer } from '@/components/desk/desk-viewer'
import { IssuerForm } from '@/components/desk/organization/issuer-form'
import { deskText } from '@/lib/i18n/desk/text'

interface Props {
  viewer: DeskViewer
  designs: readonly { name: string; isDefault: boolean; events: readonly string[] }[]
}

/** Which design the new certificates of each event wear, and how to end that. */
export function WornDesigns({ viewer, designs }: Props) {
  const worn = designs.flatMap(({ name, isDefault, events }) =>
    [...events, ...(isDefault ? [''] : [])].map((event) => ({ name, event })),
  )
  if (worn.length === 0) return <p>{deskText('designs.wornByNone')}</p>
  return (
    <DeskTable
      caption={deskText('designs.wornCaption')}
      columns={[deskText('designs.column.event'), deskText('designs.column.name'), deskText('designs.column.change')]}
      action
      rows={worn
        .sort((a, b) => Number(a.event === '') - Number(b.event === ''))
        .map(({ name, event }) => ({
          key: event,
          cells: [
            event === '' ? deskText('designs.otherEvents') : <bdi key="event">{event}</bdi>,
            <bdi key="name">{name}</bdi>,
            <IssuerForm key="unset" viewer={viewer} action="/dashboard/designs" encType="multipart/form-data">
              <input type="hidden" name="event" value={event} />
              <button type="submit" name="do" value="unset" className="button">
                {deskText('designs.end')}
              </button>
            </IssuerForm>,
          ],
        }))}
    />
  )
}
