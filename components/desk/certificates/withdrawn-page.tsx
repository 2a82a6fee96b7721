import { DeskPage } from '@/components/desk/desk-page'
import type { DeskViewer } from '@/components/desk/desk-viewer'
import { Serial } from '@/components/verdict/serial'
import { deskText } from '@/lib/i18n/desk/text'

interface Props {
  host: string
  viewer: DeskViewer
  id: string
  serial: string
  outcome: 'withdrawn' | 'waiting' | 'neither'
}

/** The result of a withdrawal, and where to go next. */
export function WithdrawnPage({ host, viewer, id, serial, outcome }: Props) {
  const page = { host, viewer, heading: deskText(`withdrawn.${outcome}`), lead: deskText(`withdrawn.${outcome}Lead`) }
  return (
    <DeskPage {...page} current="/dashboard/certificates">
      <p>
        <Serial text={serial} />
      </p>
      <ul className="desk-places">
        <li>
          <a href={`/dashboard/certificates/${id}`}>{deskText('certificate.back')}</a>
        </li>
        <li>
          <a href={`/verify/${encodeURIComponent(serial)}`}>{deskText('certificate.public')}</a>
        </li>
      </ul>
    </DeskPage>
  )
}
