import { CertificateLink, CERTIFICATES, certificatePath } from '@/components/desk/desk-link'
import { DeskDay, DeskMoment } from '@/components/desk/desk-moment'
import { DeskPage } from '@/components/desk/desk-page'
import type { DeskViewer } from '@/components/desk/desk-viewer'
import { Notice } from '@/components/desk/notice'
import { Fact } from '@/components/site/fact'
import { AsIssued } from '@/components/verdict/as-issued'
import { Serial } from '@/components/verdict/serial'
import type { OwnCertificate } from '@/lib/domain/desk/own-certificate'
import { hasAction } from '@/lib/domain/desk/role'
import { deskText } from '@/lib/i18n/desk/text'
import { CertificateFiles } from './certificate-files'
import { CertificateHistory } from './certificate-history'
import { CertificateMail } from './certificate-mail'
import { CheckChart } from './check-chart'
import { StatusWord } from './status-word'

/** One certificate as its issuer sees it. */
export function CertificatePage({ host, viewer, own }: { host: string; viewer: DeskViewer; own: OwnCertificate }) {
  const { certificate, overallStatus } = own
  const invalid = overallStatus === 'invalid'
  const heading = deskText('own.heading', { serial: certificate.serial })
  return (
    <DeskPage {...{ host, viewer, heading }} current="/dashboard/certificates">
      {invalid && <Notice tone="problem">{deskText('own.invalid')}</Notice>}
      <Facts own={own} />
      {!invalid && <Actions own={own} viewer={viewer} />}
      {own.chain.length > 1 && <Versions own={own} />}
      <CheckChart days={own.checkDays} count={own.checkCount} lastAt={own.lastCheckedAt} />
      <p>
        {own.watchers === 'few' ? deskText('checks.watchedFew') : deskText('checks.watched', { count: own.watchers })}
      </p>
      {!invalid && <CertificateHistory history={own.history} />}
      {!invalid && <CertificateFiles files={own.files} />}
      <CertificateMail mail={own.mail} />
      <p>
        <a href={CERTIFICATES}>{deskText('own.back')}</a>
      </p>
    </DeskPage>
  )
}

function Facts({ own: { certificate, overallStatus } }: { own: OwnCertificate }) {
  const { recipient, event } = certificate
  return (
    <dl>
      <Fact term={deskText('certificates.column.status')}>
        <StatusWord status={overallStatus} />
      </Fact>
      <Fact term={deskText('field.serial')}>
        <Serial text={certificate.serial} />
      </Fact>
      {overallStatus !== 'invalid' && (
        <>
          <Fact term={deskText('certificates.name')}>
            <AsIssued text={recipient.full_name} />
          </Fact>
          {recipient.registration_number !== null && (
            <Fact term={deskText('certificates.number')}>
              <AsIssued text={recipient.registration_number} />
            </Fact>
          )}
          <Fact term={deskText('certificates.event')}>
            <AsIssued text={event.title} />
          </Fact>
          <Fact term={deskText('own.achievement')}>
            <AsIssued text={event.achievement} />
          </Fact>
          <Dates certificate={certificate} />
        </>
      )}
    </dl>
  )
}

function Dates({ certificate }: Pick<OwnCertificate, 'certificate'>) {
  const { event, issued_at: issued, expires_at: expires, recorded_at: recorded, withdrawn_at: withdrawn } = certificate
  return (
    <>
      {event.date !== null && (
        <Fact term={deskText('own.eventDate')}>
          <DeskDay date={new Date(event.date)} />
        </Fact>
      )}
      <Fact term={deskText('own.issued')}>
        <DeskMoment date={new Date(issued)} />
      </Fact>
      {recorded !== '' && recorded.slice(0, 10) !== issued.slice(0, 10) && (
        <Fact term={deskText('own.recorded')}>
          <DeskMoment date={new Date(recorded)} />
        </Fact>
      )}
      {expires !== null && (
        <Fact term={deskText('own.expires')}>
          <DeskMoment date={new Date(expires)} />
        </Fact>
      )}
      {withdrawn !== null && (
        <Fact term={deskText('own.withdrawn')}>
          <DeskMoment date={new Date(withdrawn)} />
        </Fact>
      )}
      {certificate.withdrawal_reason !== null && (
        <Fact term={deskText('own.publicReason')}>{certificate.withdrawal_reason}</Fact>
      )}
    </>
  )
}

/** Withdrawing is possible for a suspended issuer too; correcting is refused there, in the form itself. */
function Actions({ own: { certificate }, viewer }: { own: OwnCertificate; viewer: DeskViewer }) {
  const path = certificatePath(certificate.serial)
  const role = certificate.status === 'issued' ? viewer.issuer?.role : undefined
  return (
    <p className="buttons desk-actions">
      <a className="button" href={certificate.verification_url}>
        {deskText('own.public')}
      </a>
      {role && hasAction(role, 'correct') && (
        <a className="button" href={`${path}/correct`}>
          {deskText('own.correct')}
        </a>
      )}
      {role && hasAction(role, 'manage_passports') && (
        <a className="button" href={`${path}/passport`}>
          {deskText('own.passport')}
        </a>
      )}
      {role && hasAction(role, 'withdraw') && (
        <a className="button" href={`${path}/withdraw`}>
          {deskText('own.withdraw')}
        </a>
      )}
    </p>
  )
}

function Versions({ own: { chain, certificate: shown } }: { own: OwnCertificate }) {
  return (
    <section aria-labelledby="versions">
      <h2 id="versions">{deskText('own.versions')}</h2>
      <ol className="plain-list">
        {chain.map(({ certificate, overallStatus }) => (
          <li key={certificate.serial}>
            {certificate.serial === shown.serial ? (
              <strong>
                <Serial text={certificate.serial} />
              </strong>
            ) : (
              <CertificateLink serial={certificate.serial} />
            )}{' '}
            <StatusWord status={overallStatus} />
          </li>
        ))}
      </ol>
    </section>
  )
}
