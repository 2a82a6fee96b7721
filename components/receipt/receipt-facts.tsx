import { Fact } from '@/components/site/fact'
import { Moment } from '@/components/site/moment'
import { OUTCOME_WORDS } from '@/components/verdict/outcome-words'
import { Serial } from '@/components/verdict/serial'
import { verdictPath } from '@/components/verdict/verdict-view'
import type { ReceiptValidation } from '@/lib/contract/check/receipt-validation'
import type { Translator } from '@/lib/i18n/translate'

/** The signed claims of a receipt, and a link to the current verdict on its certificate. */
export function ReceiptFacts({ receipt, translator }: { receipt: ReceiptValidation; translator: Translator }) {
  const { t } = translator
  const { claims } = receipt
  const [now] = receipt.now
  if (!claims || !now || !('serial' in claims)) return null
  const current = now.replacement_serial ?? now.serial
  return (
    <section data-verdict>
      <h2>{t('receipts.signed')}</h2>
      <dl>
        <Fact term={t('field.serial')}>
          <Serial text={claims.serial} />
        </Fact>
        <Fact term={t('receipts.checkedThen')}>
          <Moment translator={translator} date={new Date(claims.verified_at)} />
        </Fact>
        <Fact term={t('receipts.saidThen')}>{t(OUTCOME_WORDS[claims.overall_status].heading)}</Fact>
        {claims.reference !== null && (
          <Fact term={t('receipts.reference')} note={t('receipts.referenceNote')}>
            <bdi translate="no">{claims.reference}</bdi>
          </Fact>
        )}
        <Fact term={t('receipts.id')}>
          <bdi translate="no" className="fingerprint">
            {claims.jti}
          </bdi>
        </Fact>
        <Fact term={t('receipts.checkedNow')}>
          <Moment translator={translator} date={new Date(now.verified_at)} />
        </Fact>
      </dl>
      {now.overall_status !== 'not_found' && (
        <p className="buttons print-hidden">
          <a className="button primary" href={verdictPath(now.serial)}>
            {t('receipts.open')}
          </a>
          {current !== now.serial && (
            <a className="button" href={verdictPath(current)}>
              {t('receipts.openCurrent')}
            </a>
          )}
        </p>
      )}
    </section>
  )
}
