import { IssuerFact } from '@/components/issuer/issuer-fact'
import { Fact } from '@/components/site/fact'
import { Day } from '@/components/site/moment'
import { AsIssued } from '@/components/verdict/as-issued'
import { Serial } from '@/components/verdict/serial'
import { VerdictShape } from '@/components/verdict/verdict-shape'
import { verdictPath } from '@/components/verdict/verdict-view'
import type { PassportWire } from '@/lib/contract/passport'
import type { Translator } from '@/lib/i18n/translate'
import { ENTRY_WORDS } from './passport-view'

type Certificate = PassportWire['certificates'][number]

interface Props {
  translator: Translator
  certificate: Certificate
  /** Whether the name is shown here rather than once above all. */
  showName: boolean
}

/** One certificate of a passport: its verdict first, as on its own page. */
export function PassportEntrySection({ translator, certificate, showName }: Props) {
  const { t } = translator
  const { overall_status: status, serial, event } = certificate
  const { tone, heading, decision } = ENTRY_WORDS[status]
  return (
    <section className={`passport-entry${status === 'verified' ? '' : ' set-back'}`} data-status={status}>
      <div className={`entry-verdict ${tone}`}>
        <VerdictShape tone={tone} />
        <p>
          <strong>{t(heading)}</strong> {decision && <span>{t(decision)}</span>}
        </p>
      </div>
      {status === 'invalid' ? (
        <p className="plain">{t('invalid.why')}</p>
      ) : (
        <h2>
          <AsIssued text={event.title} />
        </h2>
      )}
      <dl>
        {showName && certificate.name !== null && (
          <Fact term={t('field.name')}>
            <AsIssued text={certificate.name} />
          </Fact>
        )}
        {status !== 'invalid' && <Details translator={translator} certificate={certificate} />}
        {serial !== null && (
          <Fact term={t('field.serial')}>
            <Serial text={serial} />
          </Fact>
        )}
      </dl>
      {serial !== null && (
        <p className="buttons">
          <a className="button" href={verdictPath(serial)}>
            {t('passport.open')}
            <span className="spoken"> {serial}</span>
          </a>
        </p>
      )}
    </section>
  )
}

function Details({ translator, certificate: { event, issuer } }: Omit<Props, 'showName'>) {
  const { t } = translator
  return (
    <>
      <Fact term={t('field.achievement')}>
        <AsIssued text={event.achievement} />
      </Fact>
      {event.date !== null && (
        <Fact term={t('field.eventDate')}>
          <Day translator={translator} date={new Date(event.date)} />
        </Fact>
      )}
      <IssuerFact translator={translator} issuer={issuer} />
    </>
  )
}
