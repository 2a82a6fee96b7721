import { DeskPage } from '@/components/desk/desk-page'
import { PEOPLE } from '@/components/desk/desk-paths'
import type { DeskViewer } from '@/components/desk/desk-viewer'
import { deskText } from '@/lib/i18n/desk/text'
import { IssuerForm } from './issuer-form'
import type { OpenInvitationOfDesk } from './person-of-desk'

/** Asks before an invitation is withdrawn. */
export function WithdrawInvitationPage(props: { host: string; viewer: DeskViewer; invitation: OpenInvitationOfDesk }) {
  const { host, viewer, invitation } = props
  const { id, email, role } = invitation
  const lead = deskText('withdrawInvitation.lead', { email, role: deskText(`desk.role.${role}`) })
  const page = { host, viewer, heading: deskText('withdrawInvitation.heading'), lead }
  return (
    <DeskPage {...page} current="/dashboard/people">
      <IssuerForm viewer={viewer} action={`/dashboard/people/invitations/${id}`} className="desk-form">
        <button type="submit" className="button primary">
          {deskText('withdrawInvitation.submit')}
        </button>
      </IssuerForm>
      <p>
        <a href={PEOPLE}>{deskText('people.back')}</a>
      </p>
    </DeskPage>
  )
}
