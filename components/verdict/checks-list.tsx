import type { CheckWire, VerifyAnswer } from '@/lib/contract/check/verification'
import type { MessageKey } from '@/lib/i18n/catalogues'
import type { Translator } from '@/lib/i18n/translate'
import { LogNote } from './log-note'

const MARKS: Record<CheckWire['result'], { mark: string; spoken: MessageKey }> = {
  passed: { mark: '✓', spoken: 'checks.passed' },
  failed: { mark: '✕', spoken: 'checks.failed' },
  not_applicable: { mark: '–', spoken: 'checks.notApplicable' },
}

/**
 * The single checks, folded away. They are worded here by check and result, so that they can be translated; the
 * results themselves are those of the answer. Of a record that fails its check only the failures are listed.
 */
export function ChecksList({
  verification,
  log = null,
  translator,
}: Pick<VerifyAnswer, 'verification'> & { log?: VerifyAnswer['log']; translator: Translator }) {
  const { t } = translator
  const invalid = verification.overall_status === 'invalid'
  const checks = invalid ? verification.checks.filter(({ result }) => result === 'failed') : verification.checks
  return (
    <section data-verdict>
      <details>
        <summary>{t(invalid ? 'invalid.show' : 'checks.heading')}</summary>
        <ul className="checks">
          {checks.map(({ id, result }) => (
            <li key={id} className={result}>
              <span aria-hidden="true">{MARKS[result].mark}</span>
              <span>
                <span className="spoken">{t(MARKS[result].spoken)} </span>
                {t(`checks.${id}.${result}`)}
              </span>
            </li>
          ))}
        </ul>
        {log && <LogNote log={log} translator={translator} />}
      </details>
    </section>
  )
}
