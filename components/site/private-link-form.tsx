import type { Translator } from '@/lib/i18n/translate'

/**
 * Opens a private link. Its secret is in the fragment, which the server does not get: the script sends it in the body of
 * this form; without a script it is pasted.
 */
export function PrivateLinkForm({
  translator: { t },
  action,
  hint,
}: {
  translator: Translator
  action: string
  hint: string
}) {
  return (
    <>
      <noscript>
        <p className="plain">{t('passportLink.noScript')}</p>
      </noscript>
      <form method="post" action={action} className="passport-form">
        <label htmlFor="link">{t('passportLink.label')}</label>
        <div className="serial-row">
          <input
            id="link"
            name="link"
            type="text"
            required
            maxLength={500}
            dir="ltr"
            autoComplete="off"
            autoCapitalize="off"
            autoCorrect="off"
            spellCheck={false}
            aria-describedby="link-hint"
          />
          <button type="submit" className="button primary">
            {t('passportLink.open')}
          </button>
        </div>
        <p id="link-hint" className="hint">
          {hint}
        </p>
      </form>
    </>
  )
}
