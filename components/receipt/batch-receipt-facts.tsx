import { ColumnHeads } from '@/components/site/column-heads'
import { Fact } from '@/components/site/fact'
import { Moment } from '@/components/site/moment'
import { listedWords } from '@/components/verdict/outcome-words'
import { Serial } from '@/components/verdict/serial'
import { VerdictShape } from '@/components/verdict/verdict-shape'
import { verdictPath } from '@/components/verdict/verdict-view'
import type { ListedStatus } from '@/lib/contract/check/batch'
import type { ReceiptValidation } from '@/lib/contract/check/receipt-validation'
import type { Translator } from '@/lib/i18n/translate'

/** The signed claims of a receipt over several checks: a line per serial, what was said then and what holds now. */
export function BatchReceiptFacts({ receipt, translator }: { receipt: ReceiptValidation; translator: Translator }) {
  const { t } = translator
  const { claims, then, now } = receipt
  if (!claims) return null
  const checkedAt = Math.min(...now.map(({ verified_at: at }) => Date.parse(at)))
  const columns = [t('field.serial'), t('receipts.saidThen'), t('receipts.nowColumn'), t('many.whole')]
  return (
    <section data-verdict>
      <h2>{t('receipts.signed')}</h2>
      <dl>
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
          <Moment translator={translator} date={new Date(checkedAt)} />
        </Fact>
      </dl>
      <table className="many">
        <caption className="spoken">{t('receipts.manyCaption')}</caption>
        <ColumnHeads columns={columns} />
        <tbody>
          {then.map(({ serial, overall_status: status }, index) => (
            <tr key={serial} data-status={now[index]?.overall_status}>
              <th scope="row">
                <Serial text={serial} />
              </th>
              <td data-column={columns[1]}>{t(listedWords(status, serial).heading)}</td>
              <td data-column={columns[2]}>
                <ListedVerdict status={now[index]?.overall_status ?? 'not_found'} {...{ serial, translator }} />
              </td>
              <td className="action">
                <a href={verdictPath(serial)}>
                  {t('many.whole')}
                  <span className="spoken">
                    {' '}
                    <bdi translate="no">{serial}</bdi>
                  </span>
                </a>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** Never green, as the whole receipt. */
function ListedVerdict({
  status,
  serial,
  translator,
}: {
  status: ListedStatus
  serial: string
  translator: Translator
}) {
  const { tone, heading } = listedWords(status, serial)
  const shown = tone === 'genuine' ? 'asserted' : tone
  return (
    <span className={`row-verdict ${shown}`}>
      <VerdictShape tone={shown} />
      <strong>{translator.t(heading)}</strong>
    </span>
  )
}
