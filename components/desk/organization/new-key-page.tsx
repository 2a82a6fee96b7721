import { DeskPage } from '@/components/desk/desk-page'
import type { DeskViewer } from '@/components/desk/desk-viewer'
import { Field } from '@/components/desk/field'
import { OnceField } from '@/components/desk/once-field'
import { deskText } from '@/lib/i18n/desk/text'
import { IssuerForm } from './issuer-form'

interface Props {
  host: string
  viewer: DeskViewer
  once: string
  name: string
  problem: string | null
}

/** Asks for the name of a new key. */
export function NewKeyPage({ host, viewer, once, name, problem }: Props) {
  const page = { host, viewer, problem, heading: deskText('newKey.heading'), lead: deskText('newKey.lead') }
  return (
    <DeskPage {...page} current="/dashboard/keys">
      <IssuerForm viewer={viewer} action="/dashboard/keys/new" className="desk-form">
        <OnceField once={once} />
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
