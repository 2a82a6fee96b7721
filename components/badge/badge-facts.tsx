import { Fact } from '@/components/site/fact'
import { Moment } from '@/components/site/moment'
import { AsIssued } from '@/components/verdict/as-issued'
import { CheckFacts } from '@/components/verdict/check-facts'
import type { Translator } from '@/lib/i18n/translate'
import type { BadgeReport } from './badge-view'

interface Props {
  report: BadgeReport
  checkedAt: Date
  translator: Translator
}

/**
 * What the badge says of itself, as far as it was checked, and when it was checked. Addresses in it are text, never
 * links.
 */
export function BadgeFacts({ report, checkedAt, translator }: Props) {
  const { t } = translator
  const { signer, content, algorithms } = report
  return (
    <section aria-label={t('badgeFacts.heading')} className={report.verdict === 'valid' ? undefined : 'set-back'}>
      {content?.name && (
        <p className="name long">
          <AsIssued text={content.name} />
        </p>
      )}
      <dl>
        {signer && (
          <Fact
            term={t(/^(nobody|doubtful)$/.test(signer.voucher) ? 'badgeFacts.calls' : 'badgeFacts.issuer')}
            note={<Code text={signer.id} />}
          >
            {signer.name === null ? t('badgeAsserted.noName') : <AsIssued text={signer.name} />}
          </Fact>
        )}
        {content?.id && (
          <Fact term={t('badgeFacts.id')}>
            <Code text={content.id} />
          </Fact>
        )}
        {content?.validFrom && (
          <Fact term={t('badgeFacts.from')}>
            <Moment translator={translator} date={content.validFrom} />
          </Fact>
        )}
        {content?.validUntil && (
          <Fact term={t('badgeFacts.until')}>
            <Moment translator={translator} date={content.validUntil} />
          </Fact>
        )}
        {algorithms.length > 0 && (
          <Fact term={t('badgeFacts.signature')}>
            {translator.listParts(algorithms.map((one) => <Code key={one} text={one} />))}
          </Fact>
        )}
        <CheckFacts translator={translator} checkedAt={checkedAt} completed={report.verdict !== 'could_not_check'} />
      </dl>
    </section>
  )
}

function Code({ text }: { text: string }) {
  return (
    <bdi translate="no" className="fingerprint light">
      {text}
    </bdi>
  )
}
