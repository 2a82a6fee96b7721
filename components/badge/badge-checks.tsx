import type { BadgeCheckResult, BadgeCheckStatus } from '@/lib/domain/badge/finding'
import type { MessageKey } from '@/lib/i18n/catalogues'
import type { Translator } from '@/lib/i18n/translate'

const MARKS: Record<BadgeCheckStatus, { mark: string; spoken: MessageKey; style: string }> = {
  passed: { mark: '✓', spoken: 'checks.passed', style: 'passed' },
  failed: { mark: '✕', spoken: 'checks.failed', style: 'failed' },
  undetermined: { mark: '?', spoken: 'badgeChecks.undetermined', style: 'undetermined' },
  not_applicable: { mark: '–', spoken: 'checks.notApplicable', style: 'not_applicable' },
  not_run: { mark: '–', spoken: 'badgeChecks.notRun', style: 'not_applicable' },
}

/** Every check in order with its result. A word precedes each result other than a plain pass. */
export function BadgeChecks({ checks, translator }: { checks: readonly BadgeCheckResult[]; translator: Translator }) {
  const { t } = translator
  return (
    <section data-verdict>
      <h2>{t('checks.heading')}</h2>
      <ul className="checks">
        {checks.map(({ id, status }) => (
          <li key={id} className={MARKS[status].style}>
            <span aria-hidden="true">{MARKS[status].mark}</span>
            <span>
              <span className={status === 'passed' ? 'spoken' : 'check-word'}>{t(MARKS[status].spoken)} </span>
              {t(`badge.check.${id}`)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
