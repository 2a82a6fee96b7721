import { StaticDocument } from '@/components/site/static-document'
import { REPORT_KINDS, REPORT_LENGTH, type ReportKind } from '@/lib/domain/text/report'
import type { Translator } from '@/lib/i18n/translate'
import { REPORT, reportPath } from './report-link'

/** The values in the form. */
export interface ReportWords {
  kind: ReportKind | null
  serial: string
  message: string
  email: string
}

interface Props {
  translator: Translator
  host: string
  words: ReportWords
  /** What stood in the way of a report that was sent; null where none was. */
  problem: string | null
}

/** The form that reports a forgery or a mistake. It is the same for a serial that exists and for one that does not. */
export function ReportPage({ translator, host, words, problem }: Props) {
  const { t } = translator
  return (
    <StaticDocument translator={translator} host={host} path={reportPath(words.serial)} page={t('report.heading')}>
      <div className="sheet">
        <div className="opening">
          <h1>{t('report.heading')}</h1>
          <p className="lead">{t('report.lead')}</p>
          {problem !== null && (
            <div className="notice problem" role="alert">
              <p>{problem}</p>
            </div>
          )}
          <ReportForm translator={translator} words={words} />
        </div>
        <section className="quiet">
          <h2>{t('report.keptHeading')}</h2>
          <p className="plain">{t('report.kept')}</p>
          <p className="plain">{t('report.noVerdict')}</p>
        </section>
      </div>
    </StaticDocument>
  )
}

function ReportForm({ translator: { t }, words }: Pick<Props, 'translator' | 'words'>) {
  return (
    <form method="post" action={REPORT} className="report-form">
      <fieldset>
        <legend>{t('report.kind')}</legend>
        {REPORT_KINDS.map((kind) => (
          <label key={kind} className="choice">
            <input type="radio" name="kind" value={kind} defaultChecked={kind === words.kind} required />
            <span>{t(`report.kind.${kind}`)}</span>
          </label>
        ))}
      </fieldset>
      <div className="field">
        <label htmlFor="serial">{t('report.serial')}</label>
        <input
          id="serial"
          name="serial"
          defaultValue={words.serial}
          maxLength={200}
          dir="ltr"
          autoComplete="off"
          spellCheck={false}
        />
      </div>
      <div className="field">
        <label htmlFor="message">{t('report.message')}</label>
        <textarea
          id="message"
          name="message"
          rows={6}
          required
          maxLength={REPORT_LENGTH}
          dir="auto"
          defaultValue={words.message}
          aria-describedby="message-hint"
        />
        <p id="message-hint" className="hint">
          {t('report.messageHint')}
        </p>
      </div>
      <div className="field">
        <label htmlFor="email">{t('report.email')}</label>
        <input
          id="email"
          name="email"
          type="email"
          dir="ltr"
          defaultValue={words.email}
          maxLength={200}
          autoComplete="email"
          aria-describedby="email-hint"
        />
        <p id="email-hint" className="hint">
          {t('report.emailHint')}
        </p>
      </div>
      <button type="submit" className="button primary">
        {t('report.submit')}
      </button>
    </form>
  )
}
