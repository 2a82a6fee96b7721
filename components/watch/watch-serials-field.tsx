import { BATCH_SERIALS } from '@/lib/contract/check/check-many'
import type { Translator } from '@/lib/i18n/translate'

interface Props {
  translator: Translator
  serials?: string
}

/** Serials, one on each line, as they are pasted. */
export function WatchSerialsField({ translator: { t }, serials = '' }: Props) {
  return (
    <div className="field">
      <label htmlFor="watch-serials">{t('watch.serials')}</label>
      <textarea
        id="watch-serials"
        name="serials"
        rows={4}
        required
        dir="ltr"
        translate="no"
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        defaultValue={serials}
        aria-describedby="watch-serials-hint"
      />
      <p id="watch-serials-hint" className="hint">
        {t('watch.serialsHint', { most: BATCH_SERIALS })}
      </p>
    </div>
  )
}
