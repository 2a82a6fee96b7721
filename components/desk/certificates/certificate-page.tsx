import { DeskDocument } from '@/components/desk/desk-document'
import { CertificateLink, CERTIFICATES } from '@/components/desk/desk-link'
import { DeskDay, DeskMoment } from '@/components/desk/desk-moment'
import type { DeskViewer } from '@/components/desk/desk-viewer'
import { Notice } from '@/components/desk/notice'
import { Fact } from '@/components/site/fact'
import { AsIssued } from '@/components/verdict/as-issued'
import { Serial } from '@/components/verdict/serial'
import type { OwnCertificate } from '@/lib/domain/desk/own-certificate'
import { hasAction } from '@/lib/domain/desk/role'
import { deskText } from '@/lib/i18n/desk/text'
import { CertificateActions } from './certificate-actions'
import { CertificateFiles } from './certificate-files'
import { CertificateHistory } from './certificate-history'
import { CheckChart } from './check-chart'
import { StatusWord } from './status-word'

interface Props {
  host: string
  viewer: DeskViewer
  own: OwnCertificate
  /** Mail can be sent. */
  mail: boolean
}

/** One certificate as its issuer sees it: whose it is, how it stands, what happened to it, and what can be done with it. */
export function CertificatePage({ host, viewer, own, mail }: Props) {
  const { certificate, overallStatus } = own
  const invalid = overallStatus === 'invalid'
  const heading = invalid ? deskText('own.heading', { serial: certificate.serial }) : certificate.recipient.full_name
  return (
    <DeskDocument {...{ host, viewer }} title={heading} current={CERTIFICATES}>
      <div className="desk-top desk-one">
        <h1>{invalid ? heading : <AsIssued text={heading} />}</h1>
        <StatusWord status={overallStatus} />
        {!invalid && <CertificateActions own={own} viewer={viewer} mail={mail} />}
      </div>
      {own.withdrawalWaits && <Waits viewer={viewer} />}
      {invalid && <Notice tone="problem">{deskText('own.invalid')}</Notice>}
      <div className="desk-two">
        <div className="sheet">
          <section>
            <Facts own={own} />
          </section>
          {!invalid && <CertificateHistory own={own} />}
          <section aria-labelledby="checks">
            <CheckChart days={own.checkDays} count={own.checkCount} lastAt={own.lastCheckedAt} />
            <p>
              {own.watchers === 'few'
                ? deskText('checks.watchedFew')
                : deskText('checks.watched', { count: own.watchers })}
            </p>
          </section>
          {!invalid && <CertificateFiles files={own.files} />}
        </div>
        <div className="desk-beside">
          {certificate.pdf_url !== undefined && <Paper id={certificate.id} />}
          {own.chain.length > 1 && <Versions own={own} />}
        </div>
      </div>
      <p>
        <a href={CERTIFICATES}>{deskText('own.back')}</a>
      </p>
    </DeskDocument>
  )
}

/** Who may decide on it is led there. */
function Waits({ viewer: { issuer } }: Pick<Props, 'viewer'>) {
  const sentence = deskText('refusal.withdrawalWaits')
  const decides = issuer !== null && hasAction(issuer.role, 'approve_withdrawals')
  return <Notice tone="problem">{decides ? <a href="/dashboard/approvals">{sentence}</a> : sentence}</Notice>
}

/** The certificate's own picture, and the files that its holder has. */
function Paper({ id }: { id: string }) {
  const files = `/api/public/credentials/${id}`
  return (
    <section aria-labelledby="download">
      <img className="desk-paper" src={`${files}/jpeg`} alt={deskText('own.picture')} loading="lazy" />
      <h2 id="download">{deskText('own.download')}</h2>
      <p className="buttons">
        <a className="button" href={`${files}/pdf`}>
          {deskText('own.download.pdf')}
        </a>
        <a className="button" href={`${files}/jpeg`}>
          {deskText('own.download.jpeg')}
        </a>
        <a className="button" href={`${files}/openbadge?format=jsonld`}>
          {deskText('own.download.openbadge')}
        </a>
      </p>
    </section>
  )
}

function Facts({ own: { certificate, overallStatus } }: { own: OwnCertificate }) {
  const { recipient, event } = certificate
  return (
    <dl>
      <Fact term={deskText('field.serial')}>
        <Serial text={certificate.serial} />
      </Fact>
      {overallStatus !== 'invalid' && (
        <>
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
