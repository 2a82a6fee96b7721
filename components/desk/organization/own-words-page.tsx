import { DeskPage } from '@/components/desk/desk-page'
import type { DeskViewer } from '@/components/desk/desk-viewer'
import { Field } from '@/components/desk/field'
import type { FieldProblem } from '@/components/desk/field-problem'
import { TextField } from '@/components/desk/text-field'
import { OWN_WORDS_LENGTH } from '@/lib/domain/issuer/own-words'
import { deskText } from '@/lib/i18n/desk/text'
import { IssuerForm } from './issuer-form'

interface Props {
  host: string
  viewer: DeskViewer
  /** The values in the fields of the form. */
  words: { description: string; contact: string; website: string }
  problem: string | FieldProblem | null
}

const ORGANIZATION = '/dashboard/organization'

/** The form with what an organization says of itself. */
export function OwnWordsPage({ host, viewer, words, problem }: Props) {
  const page = { host, viewer, problem, heading: deskText('ownWords.heading'), lead: deskText('ownWords.lead') }
  const at = problem !== null && typeof problem !== 'string' ? problem : null
  return (
    <DeskPage {...page} current={ORGANIZATION}>
      <IssuerForm viewer={viewer} action={`${ORGANIZATION}/words`} className="desk-form">
        <TextField
          name="description"
          label={deskText('organization.field.description')}
          hint={deskText('ownWords.descriptionHint', { most: OWN_WORDS_LENGTH.description })}
          maxLength={OWN_WORDS_LENGTH.description}
          rows={6}
          dir="auto"
          defaultValue={words.description}
          problem={at}
        />
        <Field
          name="contact"
          label={deskText('organization.field.contact')}
          hint={deskText('ownWords.contactHint')}
          maxLength={OWN_WORDS_LENGTH.contact}
          dir="auto"
          autoComplete="off"
          defaultValue={words.contact}
          problem={at}
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
          problem={at}
        />
        <button type="submit" className="button primary">
          {deskText('ownWords.submit')}
        </button>
      </IssuerForm>
      <p>
        <a href={ORGANIZATION}>{deskText('ownWords.back')}</a>
      </p>
    </DeskPage>
  )
}
