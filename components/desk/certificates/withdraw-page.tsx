import { DeskPage } from '@/components/desk/desk-page'
import type { DeskViewer } from '@/components/desk/desk-viewer'
import { Field } from '@/components/desk/field'
import { IssuerForm } from '@/components/desk/organization/issuer-form'
import { TextField } from '@/components/desk/text-field'
import { Fact } from '@/components/site/fact'
import { Serial } from '@/components/verdict/serial'
import { deskText } from '@/lib/i18n/desk/text'
import { MailChoice } from './mail-choice'

interface Props {
  host: string
  viewer: DeskViewer
  certificate: { id: string; serial: string; fullName: string; eventTitle: string; achievement: string }
  /** The values in the form. */
  typed: { serial: string; reason: string; publicReason: string; notify: boolean }
  /** The recipient can be told by mail. */
  mail: boolean
  problem: string | null
}

/** The form of a withdrawal. */
export function WithdrawPage({ host, viewer, certificate, typed, mail, problem }: Props) {
  const page = { host, viewer, problem, heading: deskText('withdraw.heading'), lead: deskText('withdraw.lead') }
  const address = `/dashboard/certificates/${certificate.id}`
  return (
    <DeskPage {...page} current="/dashboard/certificates">
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
      <IssuerForm viewer={viewer} action={`${address}/withdraw`} className="desk-form">
        <TextField
          name="reason"
          label={deskText('withdraw.reason')}
          hint={deskText('reason.inside')}
          required
          maxLength={1000}
          defaultValue={typed.reason}
        />
        <TextField
          name="public_reason"
          label={deskText('withdraw.publicReason')}
          hint={deskText('withdraw.publicHint')}
          maxLength={500}
          defaultValue={typed.publicReason}
        />
        {mail && <MailChoice kind="withdraw" checked={typed.notify} />}
        <Field
          name="serial"
          label={deskText('withdraw.typeSerial')}
          hint={deskText('withdraw.typeHint')}
          required
          maxLength={127}
          autoComplete="off"
          spellCheck={false}
          defaultValue={typed.serial}
        />
        <button type="submit" className="button primary">
          {deskText('withdraw.submit')}
        </button>
      </IssuerForm>
      <p>
        <a href={address}>{deskText('certificate.back')}</a>
      </p>
    </DeskPage>
  )
}
