import { Message } from '@/components/site/message'
import { createTranslator } from '@/lib/i18n/translate'
import { ContractText } from '../contract-text'
import { DocsFrame, type DocsProps } from '../docs-frame'
import { DOCS_SEARCH } from '../docs-places'
import { searchDocs } from '../search-docs'

/** What the documentation says of some words. */
export function DocsSearchPage({ words, ...props }: DocsProps & { words: string }) {
  const translator = createTranslator('en')
  const { t } = translator
  const found = searchDocs(words, props.document)
  const path = words === '' ? DOCS_SEARCH : `${DOCS_SEARCH}?${String(new URLSearchParams({ q: words }))}`
  const heading = t('docs.search')
  return (
    <DocsFrame {...props} path={path} name={null} title={heading} heading={heading} words={words} isUnlisted>
      <section aria-labelledby="found">
        <h2 id="found">{t('docs.found', { count: found.length })}</h2>
        {found.length === 0 ? (
          <p className="plain">
            <Message translator={translator} id="docs.foundNone" values={{ example: <code>overall_status</code> }} />
          </p>
        ) : (
          <ul className="docs-found">
            {found.map(({ path: address, title, text }, at) => (
              <li key={at}>
                <a href={address} translate="no">
                  {title}
                </a>
                <p className="plain">
                  <ContractText text={text} />
                </p>
              </li>
            ))}
          </ul>
        )}
      </section>
    </DocsFrame>
  )
}
