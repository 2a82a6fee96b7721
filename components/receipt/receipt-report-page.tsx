import { Message } from '@/components/site/message'
import { RECEIPTS } from '@/components/site/site-links'
import { StaticDocument } from '@/components/site/static-document'
import { CheckFacts } from '@/components/verdict/check-facts'
import { StaleVerdict } from '@/components/verdict/stale-verdict'
import type { Translator } from '@/lib/i18n/translate'
import { BatchReceiptFacts } from './batch-receipt-facts'
import { ReceiptBanner } from './receipt-banner'
import { ReceiptFacts } from './receipt-facts'
import type { ReceiptView } from './receipt-view'

/** What a receipt says, and the current verdict. Only signed claims are shown, never what the file itself shows. */
export function ReceiptReportPage({ view, translator }: { view: ReceiptView; translator: Translator }) {
  const { t } = translator
  const Facts = view.kind === 'valid' && view.receipt.kind === 'batch_receipt' ? BatchReceiptFacts : ReceiptFacts
  return (
    <StaticDocument translator={translator} host={view.host} path={RECEIPTS} script="verify">
      <article className="sheet" data-outcome={`receipt_${view.kind}`}>
        <div role="status" data-banner>
          <ReceiptBanner view={view} translator={translator} />
        </div>
        {view.kind === 'valid' ? (
          <Facts receipt={view.receipt} translator={translator} />
        ) : (
          <section aria-label={t('details.check')}>
            <dl>
              <CheckFacts translator={translator} checkedAt={view.checkedAt} completed={view.kind === 'not_valid'} />
            </dl>
          </section>
        )}
        <section className="quiet">
          <p className="print-hidden">
            <a className="button" href={RECEIPTS}>
              {t('receipts.again')}
            </a>
          </p>
          <p>
            <Message
              translator={translator}
              id="site.lookAlike"
              values={{ origin: <bdi translate="no">{view.origin}/</bdi> }}
            />
          </p>
        </section>
      </article>
      {view.kind === 'valid' && <StaleVerdict translator={translator} checkedAt={view.checkedAt} path={RECEIPTS} />}
    </StaticDocument>
  )
}
