import type { ReceiptWords } from '@/components/client/receipts/show-now'
import { ColumnHeads } from '@/components/site/column-heads'
import { notFoundWords, OUTCOME_WORDS } from '@/components/verdict/outcome-words'
import { VerdictShape } from '@/components/verdict/verdict-shape'
import type { Tone } from '@/components/verdict/verdict-view'
import { findLanguage } from '@/lib/i18n/languages'
import type { Translator } from '@/lib/i18n/translate'
import { NOT_FOUND } from '@/lib/i18n/unknown-serial-heading'

const TONES: readonly Tone[] = ['asserted', 'replaced', 'stop', 'unknown']

/** Receipts that this device checked itself: what was signed, and how each stands now. The script fills it in. */
export function ReceiptsHere({ translator }: { translator: Translator }) {
  const { t } = translator
  const columns = [
    t('field.serial'),
    t('receipts.saidThen'),
    t('receipts.nowColumn'),
    t('receipts.checkedThen'),
    t('many.whole'),
  ]
  return (
    <section
      data-receipts-here
      data-words={JSON.stringify(wordsOf(translator))}
      data-good={t('receipts.hereGood')}
      data-bad={t('receipts.hereBad')}
      hidden
    >
      <h2>{t('receipts.hereHeading')}</h2>
      <p className="plain" role="status" />
      <div data-receipts-some hidden>
        <p className="plain">{t('receipts.claimsOnly')}</p>
        <table className="many">
          <caption className="spoken">{t('receipts.manyCaption')}</caption>
          <ColumnHeads columns={columns} />
          <tbody />
        </table>
        <p className="buttons print-hidden">
          <button type="button" className="button" data-receipts-again>
            {t('history.again')}
          </button>
        </p>
      </div>
      <template data-receipt-row>
        <tr>
          <th scope="row">
            <bdi translate="no" className="serial" data-slot="serial" />
          </th>
          <td data-column={columns[1]} data-slot="then" />
          <td data-column={columns[2]}>
            <span className="row-verdict" data-slot="now" />
            <span className="list-note" data-slot="checked" />
          </td>
          <td data-column={columns[3]}>
            <bdi data-slot="at" />
            <bdi translate="no" className="list-note" data-slot="reference" />
          </td>
          <td className="action">
            <a>{t('many.whole')}</a>
          </td>
        </tr>
      </template>
      {TONES.map((tone) => (
        <template key={tone} data-shape={tone}>
          <VerdictShape tone={tone} />
        </template>
      ))}
    </section>
  )
}

/** Never green: the certificate itself was not shown here. */
function wordsOf({ t, language }: Translator): ReceiptWords {
  const words = Object.entries(OUTCOME_WORDS).map(([status, { tone, heading }]) => {
    return [status, { tone: tone === 'genuine' ? 'asserted' : tone, heading: t(heading) }]
  })
  const unknown = Object.keys(NOT_FOUND) as (keyof typeof NOT_FOUND)[]
  return {
    unchecked: { tone: 'unknown', heading: t('couldNotCheck.heading') },
    checkedAt: t('stale.heading', { moment: '{0}' }),
    locale: findLanguage(language)?.locale ?? language,
    moment: t('moment', { time: '{0}', date: '{1}' }),
    outcomes: Object.fromEntries(words),
    unknown: Object.fromEntries(
      unknown.map((kind) => {
        const { tone, heading } = notFoundWords(kind)
        return [kind, { tone, heading: t(heading) }]
      }),
    ) as ReceiptWords['unknown'],
  }
}
