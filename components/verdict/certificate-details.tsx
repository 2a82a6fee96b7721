import { Fact } from '@/components/site/fact'
import { Day, Moment } from '@/components/site/moment'
import type { CertificateWire } from '@/lib/contract/check/certificate'
import type { OverallStatus } from '@/lib/contract/check/verification'
import type { MessageKey } from '@/lib/i18n/catalogues'
import type { Translator } from '@/lib/i18n/translate'
import { AsIssued } from './as-issued'
import { CheckFacts } from './check-facts'

interface Props {
  certificate: CertificateWire
  status: Exclude<OverallStatus, 'invalid'>
  checkedAt: Date
  translator: Translator
}

/**
 * Headings over the details of a certificate that must not be accepted, so that nobody reads them as a confirmation.
 */
const HEADINGS: Record<Props['status'], MessageKey | null> = {
  verified: null,
  document_altered: 'details.altered',
  superseded: 'details.superseded',
  withdrawn: 'details.withdrawn',
  expired: 'details.expired',
  issuer_suspended: 'details.suspended',
}

const DAY = 24 * 60 * 60 * 1000

/** Name and details as issued, and the facts of the check; the name is the largest thing only where it counts. */
export function CertificateDetails({ certificate, status, checkedAt, translator }: Props) {
  const { t } = translator
  const heading = HEADINGS[status]
  const setBack = status !== 'verified' && status !== 'document_altered'
  const { recipient } = certificate
  return (
    <section aria-label={heading ? undefined : t('details.label')} className={setBack ? 'set-back' : undefined}>
      {heading && <h2>{t(heading)}</h2>}
      <p className={hasLongWord(recipient.full_name) ? 'name long' : 'name'}>
        <AsIssued text={recipient.full_name} />
      </p>
      {recipient.registration_number && (
        <p className="sub">
          {t('field.registrationNumber')} <AsIssued text={recipient.registration_number} />
        </p>
      )}
      <dl>
        <EventFacts certificate={certificate} translator={translator} />
        <DateFacts certificate={certificate} translator={translator} />
        <CheckFacts
          translator={translator}
          checkedAt={checkedAt}
          certificate={certificate}
          serial={certificate.serial}
        />
      </dl>
    </section>
  )
}

/** Whether it was signed here on another day than the one it bears. */
export function isRecordedLater({ issued_at: issued, recorded_at: recorded }: CertificateWire): boolean {
  return Math.abs(Date.parse(recorded) - Date.parse(issued)) > DAY
}

/** Whether a word is too wide for a phone at the size of most names; smaller, it is broken in fewer places. */
export function hasLongWord(name: string): boolean {
  return name.split(/[\s-]+/u).some((word) => [...word].length > 18)
}

type FactsProps = Pick<Props, 'certificate' | 'translator'>

function EventFacts({ certificate: { event }, translator }: FactsProps) {
  const { t } = translator
  return (
    <>
      <Fact term={t('field.event')}>
        <AsIssued text={event.title} />
      </Fact>
      <Fact term={t('field.achievement')}>
        <AsIssued text={event.achievement} />
      </Fact>
      {event.date && (
        <Fact term={t('field.eventDate')}>
          <Day translator={translator} date={new Date(event.date)} />
        </Fact>
      )}
    </>
  )
}

function DateFacts({ certificate, translator }: FactsProps) {
  const { t } = translator
  const issuedAt = new Date(certificate.issued_at)
  return (
    <>
      <Fact term={t('field.issued')}>
        <Day translator={translator} date={issuedAt} />
      </Fact>
      {isRecordedLater(certificate) && (
        <Fact term={t('field.recorded')} note={t('field.recordedNote')}>
          <Day translator={translator} date={new Date(certificate.recorded_at)} />
        </Fact>
      )}
      <Fact term={t('field.expires')}>
        {certificate.expires_at ? (
          <Moment translator={translator} date={new Date(certificate.expires_at)} />
        ) : (
          t('field.noEnd')
        )}
      </Fact>
      {certificate.revision > 1 && (
        <Fact term={t('field.revision')}>{t('field.revisionNote', { revision: certificate.revision })}</Fact>
      )}
    </>
  )
}
