import type { DeskViewer } from '@/components/desk/desk-viewer'
import { Field } from '@/components/desk/field'
import type { FormProblem } from '@/components/desk/field-problem'
import { FormPage } from '@/components/desk/organization/form-page'
import { Fact } from '@/components/site/fact'
import { Serial } from '@/components/verdict/serial'
import { deskText } from '@/lib/i18n/desk/text'
import { MailChoice } from './mail-choice'
import { ReasonFields } from './reason-fields'

interface Props {
  host: string
  viewer: DeskViewer
  certificate: { id: string; serial: string; fullName: string; eventTitle: string; achievement: string }
  /** The values in the form. */
  typed: { serial: string; reason: string; publicReason: string; notify: boolean }
  /** The recipient can be told by mail. */
  mail: boolean
  problem: FormProblem
}

/** The form of a withdrawal. */
export function WithdrawPage({ host, viewer, certificate, typed, mail, problem }: Props) {
  const page = { host, viewer, problem, heading: deskText('withdraw.heading'), lead: deskText('withdraw.lead') }
  const address = `/dashboard/certificates/${certificate.id}`
  return (
    <FormPage
      {...page}
      current="/dashboard/certificates"
      about={<About certificate={certificate} />}
      action={`${address}/withdraw`}
      submit={deskText('withdraw.submit')}
      back={deskText('certificate.back')}
      backTo={address}
    >
      <ReasonFields typed={typed} problem={problem} />
      <MailChoice kind="withdraw" mail={mail} checked={typed.notify} />
      <Field
        name="serial"
        label={deskText('withdraw.typeSerial')}
        hint={deskText('withdraw.typeHint')}
        required
        maxLength={127}
        autoComplete="off"
        spellCheck={false}
        defaultValue={typed.serial}
        problem={problem}
      />
    </FormPage>
  )
}

function About({ certificate }: Pick<Props, 'certificate'>) {
  return (
    <dl>
      <Fact term={deskText('field.serial')}>
        <Serial text={certificate.serial} />
      </Fact>
      <Fact term={deskText('field.fullName')}>
        <bdi>{certificate.fullName}</bdi>
      </Fact>
      <Fact term={deskText('field.eventTitle')}>
        <bdi>{certificate.eventTitle}</bdi>
      </Fact>
      <Fact term={deskText('field.achievement')}>
        <bdi>{certificate.achievement}</bdi>
      </Fact>
    </dl>
  )
}
