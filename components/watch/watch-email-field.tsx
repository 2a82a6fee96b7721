import type { Translator } from '@/lib/i18n/translate'

interface Props {
  translator: Translator
  email?: string
}

/** The address that is told, and what becomes of it. */
export function WatchEmailField({ translator: { t }, email = '' }: Props) {
  return (
    <div className="field">
      <label htmlFor="watch-email">{t('watch.email')}</label>
      <input
        id="watch-email"
        name="email"
        type="email"
        required
        dir="ltr"
        defaultValue={email}
        maxLength={200}
        autoComplete="email"
        aria-describedby="watch-email-hint"
      />
      <p id="watch-email-hint" className="hint">
        {t('watch.emailHint')}
      </p>
    </div>
  )
}
