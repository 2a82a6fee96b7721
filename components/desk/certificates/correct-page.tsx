import { DeskPage } from '@/components/desk/desk-page'
import type { DeskViewer } from '@/components/desk/desk-viewer'
import { Field } from '@/components/desk/field'
import type { FieldProblem } from '@/components/desk/field-problem'
import { IssuerForm } from '@/components/desk/organization/issuer-form'
import { TextField } from '@/components/desk/text-field'
import { Serial } from '@/components/verdict/serial'
import { deskText } from '@/lib/i18n/desk/text'
import { MailChoice } from './mail-choice'

interface Props {
  host: string
  viewer: DeskViewer
  id: string
  serial: string
  /** The values in the fields of the form. */
  words: {
    fullName: string
    registrationNumber: string
    eventTitle: string
    achievement: string
    eventDate: string
    expiresAt: string
  }
  reason: string
  notify: boolean
  /** The recipient can be told by mail. */
  mail: boolean
  problem: string | FieldProblem | null
}

/** The form of a correction. */
export function CorrectPage({ host, viewer, id, serial, words, reason, notify, mail, problem }: Props) {
  const page = { host, viewer, problem, heading: deskText('correct.heading'), lead: deskText('correct.lead') }
  const at = problem !== null && typeof problem !== 'string' ? problem : null
  return (
    <DeskPage {...page} current="/dashboard/certificates">
      <p>
        <Serial text={serial} />
      </p>
      <IssuerForm viewer={viewer} action={`/dashboard/certificates/${id}/correct`} className="desk-form">
        <CertificateFields words={words} problem={at} />
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

function CertificateFields({ words, problem }: { words: Props['words']; problem: FieldProblem | null }) {
  const optional = deskText('correct.optional')
  const date = { hint: deskText('correct.dateHint'), maxLength: 40 }
  const field = (name: Parameters<typeof deskText>[0]) => ({ label: deskText(name), autoComplete: 'off', problem })
  return (
    <>
      <Field name="full_name" {...field('field.fullName')} required maxLength={200} defaultValue={words.fullName} />
      <Field
        name="registration_number"
        {...field('field.registrationNumber')}
        hint={optional}
        maxLength={100}
        defaultValue={words.registrationNumber}
      />
      <Field
        name="event_title"
        {...field('field.eventTitle')}
        required
        maxLength={300}
        defaultValue={words.eventTitle}
      />
      <Field
        name="achievement"
        {...field('field.achievement')}
        required
        maxLength={300}
        defaultValue={words.achievement}
      />
      <Field name="event_date" {...field('field.eventDate')} {...date} defaultValue={words.eventDate} />
      <Field
        name="expires_at"
        {...field('field.expiresAt')}
        {...date}
        hint={`${deskText('correct.expiryHint')} ${deskText('issue.dayEnds')}`}
        defaultValue={words.expiresAt}
      />
    </>
  )
}
