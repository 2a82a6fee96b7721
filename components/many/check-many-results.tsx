import { ColumnHeads } from '@/components/site/column-heads'
import { Message } from '@/components/site/message'
import { Moment } from '@/components/site/moment'
import { AsIssued } from '@/components/verdict/as-issued'
import { notFoundWords, OUTCOME_WORDS } from '@/components/verdict/outcome-words'
import { Serial } from '@/components/verdict/serial'
import { VerdictShape } from '@/components/verdict/verdict-shape'
import { type Tone, verdictPath } from '@/components/verdict/verdict-view'
import { WatchThese } from '@/components/watch/watch-these'
import type { BatchResult } from '@/lib/contract/check/batch'
import { couldBeSerial, serialKey } from '@/lib/domain/certificate/serial'
import { unknownSerial } from '@/lib/domain/certificate/unknown-serial'
import type { MessageKey } from '@/lib/i18n/catalogues'
import type { Translator } from '@/lib/i18n/translate'
import { ReplacedBy } from './replaced-by'

interface Props {
  translator: Translator
  rows: readonly BatchResult[]
  /** Of these rows, those that are links to other hosts. */
  elsewhere: readonly string[]
  /** The time of the checks. */
  at: Date
  /** Whether somebody can be told when they change: mail goes out. */
  mayChange: boolean
}

/** One table: a verdict a line, in words and shape, with the name to compare and the way to the whole verdict. */
export function CheckManyResults({ translator, rows, elsewhere, at, mayChange }: Props) {
  const { t } = translator
  const watchable = mayChange ? rows.flatMap(serialToWatch) : []
  const columns = [t('field.serial'), t('many.verdict'), t('field.name'), t('field.issuer'), t('many.whole')]
  return (
    <section className="many-results" data-verdict>
      <h1>{t('many.results', { count: rows.length })}</h1>
      <p className="plain">
        <Message
          translator={translator}
          id="many.checkedAt"
          values={{ moment: <Moment translator={translator} date={at} /> }}
        />{' '}
        {t('many.namesLeft')} {t('home.genuine')}
      </p>
      <table className="many">
        <caption className="spoken">{t('many.caption')}</caption>
        <ColumnHeads columns={columns} />
        <tbody>
          {rows.map((row) => (
            <ResultRow
              key={row.serial}
              row={row}
              isElsewhere={elsewhere.includes(row.serial)}
              columns={columns}
              translator={translator}
            />
          ))}
        </tbody>
      </table>
      {watchable.length > 0 && <WatchThese translator={translator} serials={watchable} />}
    </section>
  )
}

interface RowProps {
  row: BatchResult
  isElsewhere: boolean
  columns: string[]
  translator: Translator
}

function ResultRow({ row, isElsewhere, columns, translator }: RowProps) {
  const { t } = translator
  const isLink = isElsewhere && row.certificate === null
  const { tone, heading } = isLink ? LINK_ELSEWHERE : verdictOf(row)
  const { certificate } = row
  const isShown = certificate !== null && certificate.status !== 'invalid'
  return (
    <tr data-status={row.verification?.overall_status ?? (isUndetermined(row) ? 'undetermined' : 'not_found')}>
      <th scope="row">
        <Serial text={row.serial} />
      </th>
      <td data-column={columns[1]}>
        <span className={`row-verdict ${tone}`}>
          <VerdictShape tone={tone} />
          <strong>{t(heading)}</strong>
        </span>
        <ReplacedBy replacement={row.replacement_certificate} translator={translator} />
      </td>
      <td data-column={columns[2]}>{isShown ? <AsIssued text={certificate.recipient.full_name} /> : '–'}</td>
      <td data-column={columns[3]}>{isShown ? <AsIssued text={certificate.issuer.name} /> : '–'}</td>
      <td className="action">
        {holdsSerial(row) && !isLink && (
          <a href={verdictPath(row.serial)}>
            {t('many.whole')}
            <span className="spoken">
              {' '}
              <bdi translate="no">{row.serial}</bdi>
            </span>
          </a>
        )}
      </td>
    </tr>
  )
}

/** What can still change: the others stay as they are. */
function serialToWatch({ serial, verification }: BatchResult): string[] {
  const status = verification?.overall_status
  return status === 'verified' || status === 'issuer_suspended' ? [serial] : []
}

/** False of a row of a list that holds other text. */
const holdsSerial = ({ serial }: BatchResult) => couldBeSerial(serialKey(serial))

const isUndetermined = (row: BatchResult) => row.found === null && holdsSerial(row)

const LINK_ELSEWHERE = { tone: 'unknown', heading: 'typed.elsewhere' } as const

function verdictOf(row: BatchResult): { tone: Tone; heading: MessageKey } {
  if (row.verification) return OUTCOME_WORDS[row.verification.overall_status]
  if (isUndetermined(row)) return { tone: 'unknown', heading: 'couldNotCheck.heading' }
  return notFoundWords(unknownSerial(row.serial).kind)
}
