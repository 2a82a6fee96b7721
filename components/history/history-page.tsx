import { ColumnHeads } from '@/components/site/column-heads'
import { HISTORY } from '@/components/site/site-links'
import { StaticDocument } from '@/components/site/static-document'
import { OUTCOME_WORDS } from '@/components/verdict/outcome-words'
import type { Translator } from '@/lib/i18n/translate'

/** The page of the checks that somebody chose to keep on this device. The service knows nothing of them. */
export function HistoryPage({ translator, host }: { translator: Translator; host: string }) {
  const { t } = translator
  const words = Object.entries(OUTCOME_WORDS).map(([status, { heading }]) => [status, t(heading)])
  const columns = [
    t('field.serial'),
    t('history.then'),
    t('receipts.checkedThen'),
    t('receipts.reference'),
    t('history.check'),
  ]
  return (
    <StaticDocument translator={translator} host={host} path={HISTORY} page={t('history.heading')} script="history">
      <article className="sheet">
        <div className="opening">
          <h1>{t('history.heading')}</h1>
          <p className="lead">{t('history.lead')}</p>
          <noscript>
            <p className="hint">{t('history.noScript')}</p>
          </noscript>
        </div>
        <section
          data-history
          data-words={JSON.stringify(Object.fromEntries(words))}
          data-empty={t('history.empty')}
          data-failed={t('history.failed')}
          hidden
        >
          <p className="plain" role="status" />
          <div data-history-some hidden>
            <p className="plain">{t('history.past')}</p>
            <p className="buttons print-hidden">
              <button type="button" className="button primary" data-history-again>
                {t('history.again')}
              </button>
              <button type="button" className="button" data-history-delete>
                {t('history.delete')}
              </button>
            </p>
            <table className="many">
              <caption className="spoken">{t('history.heading')}</caption>
              <ColumnHeads columns={columns} />
              <tbody />
            </table>
          </div>
          <template data-history-row>
            <tr>
              <th scope="row">
                <bdi translate="no" className="serial" data-slot="serial" />
              </th>
              <td data-column={columns[1]} data-slot="then" />
              <td data-column={columns[2]}>
                <bdi data-slot="at" />
              </td>
              <td data-column={columns[3]}>
                <bdi translate="no" data-slot="reference" />
              </td>
              <td className="action">
                <a>{t('history.check')}</a>
              </td>
            </tr>
          </template>
        </section>
      </article>
    </StaticDocument>
  )
}
