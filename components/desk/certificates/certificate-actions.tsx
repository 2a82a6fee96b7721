import { certificatePath, SELECTED } from '@/components/desk/desk-link'
import type { DeskViewer } from '@/components/desk/desk-viewer'
import { IssuerForm } from '@/components/desk/organization/issuer-form'
import type { OwnCertificate } from '@/lib/domain/desk/own-certificate'
import { hasAction } from '@/lib/domain/desk/role'
import { deskText } from '@/lib/i18n/desk/text'

interface Props {
  own: OwnCertificate
  viewer: DeskViewer
  /** Mail can be sent. */
  mail: boolean
}

/**
 * Withdrawing is possible for a suspended issuer too; correcting is refused there, in the place of the form. Who asked for a
 * withdrawal that waits may take it back.
 */
export function CertificateActions({ own, viewer, mail }: Props) {
  const { certificate, chain, mail: sent, withdrawalWaits } = own
  const path = certificatePath(certificate.serial)
  const role = certificate.status === 'issued' ? viewer.issuer?.role : undefined
  const current = certificate.status === 'superseded' ? chain.at(-1)?.certificate.serial : undefined
  return (
    <div className="buttons">
      <a className="button" href={certificate.verification_url}>
        {deskText('own.public')}
      </a>
      <button type="button" className="button" data-copy="own-link" hidden>
        {deskText('handOver.copy')}
      </button>
      <span role="status" data-copied hidden>
        {deskText('handOver.copied')}
      </span>
      <code id="own-link" dir="ltr" hidden>
        {certificate.verification_url}
      </code>
      {mail && sent.length > 0 && role && hasAction(role, 'issue') && (
        <IssuerForm viewer={viewer} action={SELECTED}>
          <input type="hidden" name="serial" value={certificate.serial} />
          <button type="submit" name="do" value="mail" className="button">
            {deskText('own.sendAgain')}
          </button>
        </IssuerForm>
      )}
      {role && hasAction(role, 'manage_passports') && (
        <a className="button" href={`${path}/passport`}>
          {deskText('own.passport')}
        </a>
      )}
      {role && hasAction(role, 'withdraw') && withdrawalWaits === 'own' && (
        <IssuerForm viewer={viewer} action={`${path}/withdraw/back`}>
          <button type="submit" className="button">
            {deskText('withdrawn.takeBack')}
          </button>
        </IssuerForm>
      )}
      {role && hasAction(role, 'withdraw') && withdrawalWaits === null && (
        <a className="button" href={`${path}/withdraw`}>
          {deskText('own.withdraw')}
        </a>
      )}
      {role && hasAction(role, 'correct') && (
        <a className="button primary" href={`${path}/correct`}>
          {deskText('own.correct')}
        </a>
      )}
      {current !== undefined && (
        <a className="button primary" href={certificatePath(current)}>
          {deskText('corrected.certificate')}
        </a>
      )}
    </div>
  )
}
