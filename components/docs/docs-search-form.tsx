import { LONGEST_SEARCH } from '@/lib/contract/docs-search'
import type { Translator } from '@/lib/i18n/translate'
import { DOCS_SEARCH } from './docs-places'

/** Searches the documentation; a plain form, so that it needs no script. */
export function DocsSearchForm({ translator: { t }, words = '' }: { translator: Translator; words?: string }) {
  return (
    <search>
      <form action={DOCS_SEARCH} className="docs-search">
        <label htmlFor="docs-search">{t('docs.search')}</label>
        <div className="docs-search-row">
          <input
            id="docs-search"
            name="q"
            type="search"
            maxLength={LONGEST_SEARCH}
            defaultValue={words}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
          />
          <button type="submit" className="button">
            {t('docs.searchSubmit')}
          </button>
        </div>
      </form>
    </search>
  )
}
