import { actorInLog, personInLog } from '@/components/desk/actor-name'
import { DeskMoment } from '@/components/desk/desk-moment'
import { DeskPage } from '@/components/desk/desk-page'
import { DeskTable } from '@/components/desk/desk-table'
import type { DeskViewer } from '@/components/desk/desk-viewer'
import { OlderPages } from '@/components/desk/older-pages'
import type { DeskActivity } from '@/lib/domain/desk/desk-activity'
import { shortAddress } from '@/lib/domain/text/short-address'
import { activitySentence } from '@/lib/i18n/desk/activity-sentence'
import { deskText } from '@/lib/i18n/desk/text'
import { issuerAddress } from './issuer-form'

interface Props {
  host: string
  viewer: DeskViewer
  entries: readonly DeskActivity[]
  next: string | null
  /** Whether the reader may see the addresses that things were done from. */
  withAddresses: boolean
  /** Whether this is the first page. */
  first: boolean
}

const PATH = '/dashboard/activity'

/** The log of an issuer. */
export function ActivityPage({ host, viewer, entries, next, withAddresses, first }: Props) {
  const shown = ['what', 'who', 'when', ...(withAddresses ? (['where'] as const) : [])] as const
  const columns = shown.map((column) => deskText(`activity.column.${column}`))
  return (
    <DeskPage
      {...{ host, viewer }}
      heading={deskText('activity.heading')}
      lead={deskText('activity.lead')}
      current={PATH}
    >
      <p className="buttons desk-actions">
        <a className="button" href={issuerAddress(viewer, `${PATH}/export`)}>
          {deskText('activity.export')}
        </a>
      </p>
      {entries.length === 0 ? (
        <p>{deskText('activity.none')}</p>
      ) : (
        <DeskTable
          caption={deskText('activity.caption')}
          spoken
          columns={columns}
          rows={entries.map((entry) => ({
            key: entry.id,
            cells: [
              activitySentence(entry, entry.person ? personInLog(entry.person) : ''),
              <bdi key="who">{actorInLog(entry.actor)}</bdi>,
              <DeskMoment key="when" date={new Date(entry.at)} />,
              ...(withAddresses
                ? [
                    entry.address === null ? (
                      deskText('activity.nowhere')
                    ) : (
                      <bdi key="address" dir="ltr">
                        {shortAddress(entry.address)}
                      </bdi>
                    ),
                  ]
                : []),
            ],
          }))}
        />
      )}
      <OlderPages path={PATH} next={next} first={first} />
    </DeskPage>
  )
}
