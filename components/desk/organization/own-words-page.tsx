import type { DeskViewer } from '@/components/desk/desk-viewer'
import { Field } from '@/components/desk/field'
import type { FormProblem } from '@/components/desk/field-problem'
import { TextField } from '@/components/desk/text-field'
import { OWN_WORDS_LENGTH } from '@/lib/domain/issuer/own-words'
import { deskText } from '@/lib/i18n/desk/text'
import { FormPage } from './form-page'

interface Props {
  host: string
  viewer: DeskViewer
  /** The values in the fields of the form. */
  words: { description: string; contact: string; website: string }
  problem: FormProblem
}

const ORGANIZATION = '/dashboard/organization'

/** The form with what an organization says of itself. */
export function OwnWordsPage({ host, viewer, words, problem }: Props) {
  const page = { host, viewer, problem, heading: deskText('ownWords.heading'), lead: deskText('ownWords.lead') }
  return (
    <FormPage
      {...page}
      current={ORGANIZATION}
      action={`${ORGANIZATION}/words`}
      submit={deskText('ownWords.submit')}
      back={deskText('ownWords.back')}
    >
      <TextField
        name="description"
        label={deskText('organization.field.description')}
        hint={deskText('ownWords.descriptionHint', { most: OWN_WORDS_LENGTH.description })}
        maxLength={OWN_WORDS_LENGTH.description}
        rows={6}
        dir="auto"
        defaultValue={words.description}
        problem={problem}
      />
      <Field
        name="contact"
        label={deskText('organization.field.contact')}
        hint={deskText('ownWords.contactHint')}
        maxLength={OWN_WORDS_LENGTH.contact}
        dir="auto"
        autoComplete="off"
        defaultValue={words.contact}
        problem={problem}
      />
      <Field
        name="website"
        label={deskText('organization.field.website')}
        hint={deskText('ownWords.websiteHint')}
        maxLength={OWN_WORDS_LENGTH.website}
        dir="ltr"
        inputMode="url"
        autoComplete="off"
        placeholder="https://"
        defaultValue={words.website}
        problem={problem}
      />
    </FormPage>
  )
}
