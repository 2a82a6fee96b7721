import { unknownSerial } from '@/lib/domain/certificate/unknown-serial'
import type { MessageKey } from '@/lib/i18n/catalogues'
import type { Translator } from '@/lib/i18n/translate'
import { AsIssued } from '@/components/verdict/as-issued'
import type { CheckedRow } from './check-many-view'
import { Message } from '@/components/site/message'
import { Moment } from '@/components/site/moment'
import { OUTCOME_WORDS } from '@/components/verdict/outcome-words'
import { NOT_FOUND } from '@/components/verdict/not-found-banner'
import { Serial } from '@/components/verdict/serial'
import { type Tone, verdictPath } from '@/components/verdict/verdict-view'
import { VerdictShape } from '@/components/verdict/verdict-shape'

interface Props {
  translator: Translator
  rows: readonly CheckedRow[]
  /** The time of the checks. */
  at: Date
}

/** One table: a verdict a line, in words and shape, with the name to compare and the way to the whole verdict. */
export function CheckManyResults({ translator, rows, at }: Props) {
  const { t } = translator
  const columns = [t('field.serial'), t('many.verdict'), t('field.name'), t('field.issuer'), t('many.whole')]
  return (
    <section className="many-results">
      <h1>{t('many.results', { count: rows.length })}</h1>
      <p className="plain">
        <Message
          translator={translator}
          id="many.checkedAt"
          values={{ moment: <Moment translator={translator} date={at} /> }}
        />{' '}
        {t('home.genuine')}
      </p>
      <table className="many">
        <caption className="spoken">{t('many.caption')}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <ResultRow key={row.serial} row={row} columns={columns} translator={translator} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function ResultRow({ row, columns, translator }: { row: CheckedRow; columns: string[]; translator: Translator }) {
  const { t } = translator
  const { tone, heading } = verdictOf(row)
  const certificate = row.answer?.certificate
  const isShown = certificate !== undefined && certificate.status !== 'invalid'
  return (
    <tr data-status={row.answer?.verification.overall_status ?? (row.answer === null ? 'not_found' : 'undetermined')}>
      <th scope="row">
        <Serial text={row.serial} />
      </th>
      <td data-column={columns[1]}>
        <span className={`row-verdict ${tone}`}>
          <VerdictShape tone={tone} />
          <strong>{t(heading)}</strong>
        </span>
      </td>
      <td data-column={columns[2]}>{isShown ? <AsIssued text={certificate.recipient.full_name} /> : '–'}</td>
      <td data-column={columns[3]}>{isShown ? <AsIssued text={certificate.issuer.name} /> : '–'}</td>
      <td className="action">
        <a href={verdictPath(row.serial)}>
          {t('many.whole')}
          <span className="spoken">
            {' '}
            <bdi translate="no">{row.serial}</bdi>
          </span>
        </a>
      </td>
    </tr>
  )
}

function verdictOf({ serial, answer }: CheckedRow): { tone: Tone; heading: MessageKey } {
  if (answer) return OUTCOME_WORDS[answer.verification.overall_status]
  if (answer === undefined) return { tone: 'unknown', heading: 'couldNotCheck.heading' }
  const { kind } = unknownSerial(serial)
  return { tone: kind === 'own' ? 'stop' : 'unknown', heading: NOT_FOUND[kind] }
}
