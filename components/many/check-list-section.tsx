import { ColumnHeads } from '@/components/site/column-heads'
import { Message } from '@/components/site/message'
import { RECEIPTS } from '@/components/site/site-links'
import { VerdictShape } from '@/components/verdict/verdict-shape'
import type { Tone } from '@/components/verdict/verdict-view'
import { WatchEmailField } from '@/components/watch/watch-email-field'
import { WATCH } from '@/components/watch/watch-paths'
import { WatchSerialsField } from '@/components/watch/watch-serials-field'
import type { MessageKey } from '@/lib/i18n/catalogues'
import type { Translator } from '@/lib/i18n/translate'
import { listPageWords } from './list-page-words'
import { BAD_CORRECTIONS } from './replaced-by'

const TONES: readonly Tone[] = ['genuine', 'replaced', 'stop', 'unknown']
const SAVES = [
  ['csv', 'many.csv'],
  ['xlsx', 'many.xlsx'],
  ['record', 'many.record'],
  ['pdf', 'many.recordPdf'],
] as const satisfies readonly (readonly [string, MessageKey])[]

interface Props {
  translator: Translator
  origin: string
  /** Whether somebody can be told when a certificate changes: mail goes out. */
  watchable: boolean
  /** Whether its heading is the page's own: what the page says otherwise gives way to the list. */
  isOnly: boolean
}

/** The table of a list that is worked through in the browser; hidden until its script has one. */
export function CheckListSection({ translator, origin, watchable, isOnly }: Props) {
  const { t } = translator
  const Heading = isOnly ? 'h1' : 'h2'
  const columns = columnsOf(translator)
  return (
    <section className="many-results many-list" data-list data-words={JSON.stringify(listPageWords(translator))} hidden>
      <Heading>{t('many.listHeading')}</Heading>
      <p className="plain" role="status" data-list-status />
      <progress aria-label={t('many.rowsDone')} />
      <dl className="list-counts">
        <ListCount name="checked" term={t('many.rowsDone')} />
        <ListCount name="genuine" term={t('genuine.heading')} />
        <ListCount name="other" term={t('many.forAnother')} />
        <ListCount name="refused" term={t('home.stopHeading')} />
        <ListCount name="look" term={t('many.needsLook')} />
      </dl>
      <p className="plain">{t('home.genuine')}</p>
      <div className="list-sources" data-list-sources hidden />
      <p className="buttons print-hidden">
        <ListButton name="pause" label={t('many.pause')} />
        <ListButton name="again" label={t('many.allAgain')} />
        <ListButton name="delete" label={t('many.deleteList')} />
      </p>
      <p className="list-filter print-hidden">
        <label>
          <input type="checkbox" data-list-filter /> {t('many.onlyLook')}
        </label>
      </p>
      <table className="many">
        <caption className="spoken">{t('many.caption')}</caption>
        <ColumnHeads columns={columns} />
        <tbody data-list-rows />
      </table>
      <p className="buttons print-hidden" data-list-pages hidden>
        <ListButton name="previous" label={t('many.previousRows')} />
        <span data-list-range />
        <ListButton name="next" label={t('many.nextRows')} />
      </p>
      <p className="buttons print-hidden">
        {SAVES.map(([name, label]) => (
          <ListButton key={name} name={name} label={t(label)} />
        ))}
      </p>
      <p className="hint print-hidden">
        <Message
          translator={translator}
          id="many.recordHint"
          values={{
            page: (
              <a href={RECEIPTS} className="many-receipts">
                <bdi translate="no">
                  {origin}
                  {RECEIPTS}
                </bdi>
              </a>
            ),
          }}
        />
      </p>
      {watchable && <WatchList translator={translator} />}
      <ListRowTemplate translator={translator} columns={columns} />
      {TONES.map((tone) => (
        <template key={tone} data-shape={tone}>
          <VerdictShape tone={tone} />
        </template>
      ))}
    </section>
  )
}

/** Being told of what the table holds: the script puts the current ones into the field when it is opened. */
function WatchList({ translator }: { translator: Translator }) {
  const { t } = translator
  return (
    <details className="watch-these print-hidden" data-list-watch>
      <summary>{t('watch.askMany')}</summary>
      <p className="plain">{t('watch.lead')}</p>
      <form method="post" action={WATCH} className="report-form">
        <WatchSerialsField translator={translator} />
        <WatchEmailField translator={translator} />
        <button type="submit" className="button">
          {t('watch.submit')}
        </button>
      </form>
    </details>
  )
}

function columnsOf({ t }: Translator): string[] {
  return [t('field.serial'), t('many.verdict'), t('field.name'), t('many.expected'), t('many.whole')]
}

function ListCount({ name, term }: { name: string; term: string }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd data-list-count={name} />
    </div>
  )
}

function ListButton({ name, label }: { name: string; label: string }) {
  return (
    <button type="button" className="button" {...{ [`data-list-${name}`]: '' }}>
      {label}
    </button>
  )
}

/** One row of the table, which the script fills in; nothing of a record becomes markup. */
function ListRowTemplate({ translator, columns }: { translator: Translator; columns: readonly string[] }) {
  return (
    <template data-list-row>
      <tr>
        <th scope="row">
          <bdi translate="no" className="serial" data-slot="serial" />
          <bdi translate="no" className="list-note" data-slot="file" />
          <span className="list-note" data-slot="same" />
        </th>
        <td data-column={columns[1]}>
          <span className="row-verdict" data-slot="verdict" />
          <span className="list-note" data-slot="old" />
          <span className="list-note print-only" data-slot="checked" />
          <a className="list-note" data-link="current">
            <Message
              translator={translator}
              id="many.replacedBySerial"
              values={{ serial: <bdi translate="no" className="serial" data-slot="replaced" /> }}
            />
          </a>
          {BAD_CORRECTIONS.map((status) => (
            <span key={status} className="list-note" data-replacement={status}>
              {translator.t(`correction.${status}`)}
            </span>
          ))}
        </td>
        <td data-column={columns[2]}>
          <bdi translate="no" className="as-issued" data-slot="name" />
          <span className="list-note" data-slot="dates" />
        </td>
        <td data-column={columns[3]}>
          <bdi translate="no" data-slot="expected" />
          <span className="list-comparison" data-slot="comparison" />
          <span className="list-note" data-slot="reasons" />
        </td>
        <td className="action">
          <label className="list-looked print-hidden">
            <input type="checkbox" data-looked /> {translator.t('many.looked')}
          </label>
          <a data-link="whole">{translator.t('many.whole')}</a>
        </td>
      </tr>
    </template>
  )
}
