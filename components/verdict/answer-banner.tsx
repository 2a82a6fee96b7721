import { Message } from '@/components/site/message'
import { Moment } from '@/components/site/moment'
import type { DocumentWire } from '@/lib/contract/check/document'
import type { VerifyAnswer } from '@/lib/contract/check/verification'
import type { Translator } from '@/lib/i18n/translate'
import { AlteredBanner } from './altered-banner'
import { AsIssued } from './as-issued'
import { VerdictBanner } from './verdict-banner'

interface Props {
  answer: VerifyAnswer
  /** What the file is, if a file was checked. */
  document?: DocumentWire
  translator: Translator
}

/** Heading and sentences of a completed check, one branch an outcome. */
export function AnswerBanner({ answer, document, translator }: Props) {
  const { t } = translator
  const { certificate, verification } = answer
  const issuer = <AsIssued text={certificate.issuer.name} />
  const checked = <Moment translator={translator} date={new Date(verification.verified_at)} />
  const file = document && <p>{t(document.match === 'exact' ? 'file.exact' : 'file.changed')}</p>
  switch (verification.overall_status) {
    case 'verified':
      return (
        <VerdictBanner tone="genuine" heading={t('genuine.heading')}>
          <p>
            <Message
              translator={translator}
              id={document ? 'genuine.file' : 'genuine.sentence'}
              values={{ issuer, moment: checked }}
            />
          </p>
          <p className="verdict-next">
            <a href="#compare">{t('genuine.next')}</a>
          </p>
        </VerdictBanner>
      )
    case 'superseded':
      return (
        <VerdictBanner tone="replaced" heading={t('replaced.heading')} decision={t('replaced.sentence')}>
          <p>
            <Message translator={translator} id="replaced.why" values={{ issuer }} />
          </p>
          {file}
        </VerdictBanner>
      )
    case 'withdrawn':
      return (
        <VerdictBanner tone="stop" heading={t('withdrawn.heading')} decision={t('withdrawn.sentence')}>
          <Withdrawal answer={answer} translator={translator} />
          {file}
        </VerdictBanner>
      )
    case 'expired':
      return (
        <VerdictBanner tone="stop" heading={t('expired.heading')} decision={t('expired.sentence')}>
          {certificate.expires_at && (
            <p>
              <Message
                translator={translator}
                id="expired.when"
                values={{ moment: <Moment translator={translator} date={new Date(certificate.expires_at)} /> }}
              />
            </p>
          )}
          {file}
        </VerdictBanner>
      )
    case 'issuer_suspended':
      return (
        <VerdictBanner tone="stop" heading={t('suspended.heading')} decision={t('suspended.sentence')}>
          <p>
            <Message translator={translator} id="suspended.why" values={{ issuer }} />
          </p>
          {file}
        </VerdictBanner>
      )
    case 'document_altered':
      return <AlteredBanner issuer={certificate.issuer.name} document={document} translator={translator} />
    case 'invalid':
      return (
        <VerdictBanner tone="stop" heading={t('invalid.heading')} decision={t('invalid.sentence')}>
          <p>{t('invalid.why')}</p>
        </VerdictBanner>
      )
  }
}

function Withdrawal({ answer, translator }: Props) {
  const { withdrawn_at: withdrawnAt, withdrawal_reason: reason } = answer.certificate
  return (
    <>
      <p>
        {withdrawnAt ? (
          <Message
            translator={translator}
            id="withdrawn.when"
            values={{ moment: <Moment translator={translator} date={new Date(withdrawnAt)} /> }}
          />
        ) : (
          translator.t('withdrawn.undated')
        )}
      </p>
      {reason && (
        <p>
          <Message translator={translator} id="withdrawn.reason" values={{ reason: <AsIssued text={reason} /> }} />
        </p>
      )}
    </>
  )
}
