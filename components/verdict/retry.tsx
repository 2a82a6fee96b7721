import type { MessageKey } from '@/lib/i18n/catalogues'
import type { Translator } from '@/lib/i18n/translate'

interface RetryProps {
  translator: Translator
  /** Path of this page. */
  href: string
  seconds: number
  /** Whether the page tries again by itself, or only says when it makes sense. */
  mode: 'auto' | 'manual'
}

/**
 * The wait before another check. Complete without JavaScript: a sentence and a link. No page refreshes itself by
 * markup, since a timed refresh cannot be stopped by the reader (WCAG 2.2.1); the script counts down instead.
 */
export function Retry({ translator, href, seconds, mode }: RetryProps) {
  const { t } = translator
  return (
    <div
      className="retry"
      data-retry={mode}
      data-seconds={seconds}
      data-countdown={JSON.stringify(pluralForms(translator, mode === 'auto' ? 'retry.countdown' : 'retry.wait'))}
      data-now={t('retry.now')}
      data-ready={t('retry.ready')}
      data-stopped={t('retry.stopped')}
    >
      <p role="timer">{t('retry.wait', { seconds })}</p>
      <p role="status" className="retry-status" />
      <a className="button primary" href={href}>
        {t('retry.link')}
      </a>
    </div>
  )
}

/** A message with a `seconds` value as one template a plural form, so that the script needs no message library. */
function pluralForms({ t, formatNumber, language }: Translator, key: MessageKey): Record<string, string> {
  const rules = new Intl.PluralRules(language)
  const forms: Record<string, string> = {}
  for (let seconds = 0; seconds <= 120; seconds++) {
    forms[rules.select(seconds)] ??= t(key, { seconds }).replace(formatNumber(seconds), '{n}')
  }
  return forms
}
