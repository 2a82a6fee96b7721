import { deskText } from '@/lib/i18n/desk/text'
import type { DeskViewer } from './desk-document'
import { IssuerForm } from './issuer-form'
import { DeskPage } from './desk-page'
import { Field } from './field'

/** Asks for the name of a new key. */
export function NewKeyPage(props: { host: string; viewer: DeskViewer; name: string; problem: string | null }) {
  const { host, viewer, name, problem } = props
  const page = { host, viewer, problem, heading: deskText('newKey.heading'), lead: deskText('newKey.lead') }
  return (
    <DeskPage {...page} current="/dashboard/keys">
      <IssuerForm viewer={viewer} action="/dashboard/keys/new" className="desk-form">
        <Field
          name="name"
          label={deskText('newKey.name')}
          hint={deskText('newKey.nameHint')}
          required
          maxLength={100}
          autoComplete="off"
          defaultValue={name}
        />
        <button type="submit" className="button primary">
          {deskText('newKey.submit')}
        </button>
      </IssuerForm>
      <p>
        <a href="/dashboard/keys">{deskText('keys.back')}</a>
      </p>
    </DeskPage>
  )
}
