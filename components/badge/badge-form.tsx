import { BADGES } from '@/components/site/site-links'
import type { Translator } from '@/lib/i18n/translate'

/**
 * Takes a badge as a file or as text; a plain form, so that it works without JavaScript. With it, a badge can be
 * dropped or pasted anywhere on the page: the script takes all its words from the form.
 */
export function BadgeForm({ translator: { t } }: { translator: Translator }) {
  return (
    <form
      action={BADGES}
      method="post"
      encType="multipart/form-data"
      className="file-form"
      data-badge-form
      data-file-ready={t('badgeForm.fileReady', { name: '{name}' })}
      data-text-ready={t('badgeForm.textReady')}
      data-too-large={t('badge.code.too_large')}
      data-nothing={t('badgeForm.nothing')}
    >
      <label htmlFor="badge-file">{t('badgeForm.file')}</label>
      <div className="file-row">
        <input
          id="badge-file"
          name="file"
          type="file"
          accept=".png,.svg,.json,.jsonld,.jwt,.txt,image/png,image/svg+xml,application/json,application/ld+json,text/plain"
          aria-describedby="badge-hint"
        />
      </div>
      <label htmlFor="badge-text" className="next-label">
        {t('badgeForm.text')}
      </label>
      <textarea
        id="badge-text"
        name="text"
        rows={5}
        dir="ltr"
        translate="no"
        autoComplete="off"
        autoCapitalize="off"
        autoCorrect="off"
        spellCheck={false}
        aria-describedby="badge-hint"
      />
      <p id="badge-hint" className="hint">
        {t('badgeForm.hint')}
      </p>
      <p className="form-end">
        <button type="submit" className="button primary">
          {t('badgeForm.submit')}
        </button>
      </p>
      {/* Below the button, which must not move away from under a finger when this changes. */}
      <p className="file-status" role="status" />
    </form>
  )
}
