import { DeskPage } from '@/components/desk/desk-page'
import { PEOPLE } from '@/components/desk/desk-paths'
import type { DeskViewer } from '@/components/desk/desk-viewer'
import { OnceField } from '@/components/desk/once-field'
import { deskText } from '@/lib/i18n/desk/text'
import type { DeskApiKey } from './desk-key'
import { IssuerForm } from './issuer-form'
import { MadeKeys } from './made-keys'
import type { PersonOfDesk } from './person-of-desk'
import { RoleField } from './role-field'

interface Props {
  host: string
  viewer: DeskViewer
  once: string
  person: PersonOfDesk
  /** In use, and made by this person. */
  keys: readonly DeskApiKey[]
  problem: string | null
}

/** What may be changed about one person. */
export function PersonPage({ host, viewer, once, person, keys, problem }: Props) {
  const { userId, name, email, role } = person
  const action = `/dashboard/people/${userId}`
  return (
    <DeskPage {...{ host, viewer, problem, heading: name }} lead={email} current="/dashboard/people">
      <h2>{deskText('person.roleHeading')}</h2>
      <IssuerForm viewer={viewer} action={action} className="desk-form">
        <input type="hidden" name="do" value="role" />
        <RoleField role={role} />
        <button type="submit" className="button primary">
          {deskText('person.roleSubmit')}
        </button>
      </IssuerForm>
      <h2>{deskText('person.resetHeading')}</h2>
      <p className="plain">{deskText(role === 'owner' ? 'person.resetOwner' : 'person.resetLead')}</p>
      {role !== 'owner' && (
        <IssuerForm viewer={viewer} action={action} className="desk-form">
          <input type="hidden" name="do" value="reset" />
          <OnceField once={once} />
          <button type="submit" className="button">
            {deskText('person.resetSubmit')}
          </button>
        </IssuerForm>
      )}
      <MadeKeys keys={keys} />
      <h2>{deskText('person.removeHeading')}</h2>
      <p className="plain">{deskText('person.removeLead')}</p>
      <IssuerForm viewer={viewer} action={action} className="desk-form">
        <input type="hidden" name="do" value="remove" />
        <button type="submit" className="button">
          {deskText('person.removeSubmit', { name })}
        </button>
      </IssuerForm>
      <p>
        <a href={PEOPLE}>{deskText('people.back')}</a>
      </p>
    </DeskPage>
  )
}
