import { ISSUERS } from '@/components/site/site-links'
import type { Translator } from '@/lib/i18n/translate'

/** Takes a name or a domain; a plain form. */
export function IssuerSearchForm({ translator, query = '' }: { translator: Translator; query?: string }) {
  const { t } = translator
  return (
    <form action={ISSUERS} method="get" role="search" className="issuer-search">
      <label htmlFor="q">{t('issuers.search')}</label>
      <div className="serial-row">
        <input
          id="q"
          name="q"
          type="search"
          defaultValue={query}
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          translate="no"
          dir="auto"
          maxLength={200}
        />
        <button type="submit" className="button primary">
          {t('issuers.submit')}
        </button>
      </div>
    </form>
  )
}
