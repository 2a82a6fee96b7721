import { DeskMoment } from '@/components/desk/desk-moment'
import { DeskPage } from '@/components/desk/desk-page'
import { PEOPLE } from '@/components/desk/desk-paths'
import type { DeskViewer } from '@/components/desk/desk-viewer'
import type { DeskRole } from '@/lib/domain/desk/role'
import { deskParts, deskText } from '@/lib/i18n/desk/text'

interface Props {
  host: string
  viewer: DeskViewer
  kind: 'invitation' | 'reset'
  link: string
  email: string
  role: DeskRole
  expiresAt: Date
}

/** A link to hand over to a person, shown this once. */
export function HandOverPage({ host, viewer, kind, link, email, role, expiresAt }: Props) {
  const page = { host, viewer, heading: deskText(`handOver.${kind}.heading`) }
  const lead = deskText(`handOver.${kind}.lead`, { email, role: deskText(`desk.role.${role}`) })
  return (
    <DeskPage {...page} lead={lead} current="/dashboard/people">
      <p>
        <code id="link" dir="ltr" className="key-secret" translate="no">
          {link}
        </code>
      </p>
      <p className="buttons">
        <button type="button" className="button primary" data-copy="link" hidden>
          {deskText('handOver.copy')}
        </button>
        <span role="status" data-copied hidden>
          {deskText('handOver.copied')}
        </span>
      </p>
      <p className="plain">{deskParts('handOver.keep', { moment: <DeskMoment key="until" date={expiresAt} /> })}</p>
      <p>
        <a href={PEOPLE}>{deskText('people.back')}</a>
      </p>
    </DeskPage>
  )
}
