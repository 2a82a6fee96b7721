import { DeskPage } from '@/components/desk/desk-page'
import type { DeskViewer } from '@/components/desk/desk-viewer'
import { Field } from '@/components/desk/field'
import type { FieldProblem } from '@/components/desk/field-problem'
import { IssuerForm } from '@/components/desk/organization/issuer-form'
import { TextField } from '@/components/desk/text-field'
import { Serial } from '@/components/verdict/serial'
import { deskText } from '@/lib/i18n/desk/text'
import { MailChoice } from './mail-choice'

interface Words {
  fullName: string
  registrationNumber: string
  eventTitle: string
  achievement: string
  eventDate: string
  expiresAt: string
}

interface Props {
  host: string
  viewer: DeskViewer
  id: string
  serial: string
  /** The values in the fields of the form. */
  words: Words
  /** What the certificate says. */
  before: Words
  reason: string
  notify: boolean
  /** The recipient can be told by mail. */
  mail: boolean
  problem: string | FieldProblem | null
}

/** The form of a correction. */
export function CorrectPage({ host, viewer, id, serial, words, before, reason, notify, mail, problem }: Props) {
  const page = { host, viewer, problem, heading: deskText('correct.heading'), lead: deskText('correct.lead') }
  const at = problem !== null && typeof problem !== 'string' ? problem : null
  return (
    <DeskPage {...page} current="/dashboard/certificates">
      <p>
        <Serial text={serial} />
      </p>
      <IssuerForm viewer={viewer} action={`/dashboard/certificates/${id}/correct`} className="desk-form">
        <CertificateFields words={words} before={before} problem={at} />
        <TextField
          name="reason"
          label={deskText('correct.reason')}
          hint={deskText('reason.inside')}
          required
          maxLength={1000}
          defaultValue={reason}
          problem={at}
        />
        <MailChoice kind="correct" mail={mail} checked={notify} />
        <button type="submit" className="button primary">
          {deskText('correct.submit')}
        </button>
      </IssuerForm>
      <p>
        <a href={`/dashboard/certificates/${id}`}>{deskText('certificate.back')}</a>
      </p>
    </DeskPage>
  )
}

function CertificateFields({
  words,
  before,
  problem,
}: Pick<Props, 'words' | 'before'> & { problem: FieldProblem | null }) {
  const optional = deskText('correct.optional')
  const date = deskText('correct.dateHint')
  const field = (word: keyof Words, hint = '') => ({
    label: deskText(`field.${word}`),
    autoComplete: 'off',
    problem,
    defaultValue: words[word],
    hint: <Hint text={hint} before={before[word]} />,
  })
  return (
    <>
      <Field name="full_name" {...field('fullName')} required maxLength={200} />
      <Field name="registration_number" {...field('registrationNumber', optional)} maxLength={100} />
      <Field name="event_title" {...field('eventTitle')} required maxLength={300} />
      <Field name="achievement" {...field('achievement')} required maxLength={300} />
      <Field name="event_date" {...field('eventDate', date)} maxLength={40} />
      <Field
        name="expires_at"
        {...field('expiresAt', `${deskText('correct.expiryHint')} ${deskText('issue.dayEnds')}`)}
        maxLength={40}
      />
    </>
  )
}

/** With what the certificate says: the script shows it where something else was typed. */
function Hint({ text, before }: { text: string; before: string }) {
  return (
    <>
      <span data-before={before}>
        {before === '' ? deskText('correct.beforeEmpty') : deskText('correct.before', { value: before })}
        {text !== '' && <br />}
      </span>
      {text}
    </>
  )
}
