import { DeskPage } from '@/components/desk/desk-page'
import type { DeskViewer } from '@/components/desk/desk-viewer'
import { Serial } from '@/components/verdict/serial'
import { deskParts, deskText } from '@/lib/i18n/desk/text'

interface Props {
  host: string
  viewer: DeskViewer
  id: string
  serial: string
  /** The serial that it replaced. */
  replaced: string
}

/** A correction that was made, with ways on. */
export function CorrectedPage({ host, viewer, id, serial, replaced }: Props) {
  const lead = deskText('corrected.lead', { replaced })
  return (
    <DeskPage {...{ host, viewer, lead }} heading={deskText('corrected.heading')} current="/dashboard/certificates">
      <p>{deskParts('corrected.serial', { serial: <Serial key="serial" text={serial} /> })}</p>
      <ul className="desk-places">
        <li>
          <a href={`/dashboard/certificates/${id}`}>{deskText('corrected.certificate')}</a>
        </li>
        <li>
          <a href={`/api/public/credentials/${id}/pdf`}>{deskText('corrected.pdf')}</a>
        </li>
        <li>
          <a href={`/verify/${encodeURIComponent(serial)}`}>{deskText('certificate.public')}</a>
        </li>
      </ul>
    </DeskPage>
  )
}
