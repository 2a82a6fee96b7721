import type { DeskViewer } from '@/components/desk/desk-viewer'
import { Field } from '@/components/desk/field'
import type { FormProblem } from '@/components/desk/field-problem'
import { OnceField } from '@/components/desk/once-field'
import { deskText } from '@/lib/i18n/desk/text'
import { FormPage } from './form-page'

interface Props {
  host: string
  viewer: DeskViewer
  once: string
  name: string
  problem: FormProblem
}

/** Asks for the name of a new key. */
export function NewKeyPage({ host, viewer, once, name, problem }: Props) {
  const page = { host, viewer, problem, heading: deskText('newKey.heading'), lead: deskText('newKey.lead') }
  return (
    <FormPage
      {...page}
      current="/dashboard/keys"
      action="/dashboard/keys/new"
      submit={deskText('newKey.submit')}
      back={deskText('keys.back')}
    >
      <OnceField once={once} />
      <Field
        name="name"
        label={deskText('newKey.name')}
        hint={deskText('newKey.nameHint')}
        required
        maxLength={100}
        autoComplete="off"
        defaultValue={name}
        problem={problem}
      />
    </FormPage>
  )
}
