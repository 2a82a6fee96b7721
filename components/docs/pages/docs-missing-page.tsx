import { DOCUMENTATION } from '@/components/site/site-links'
import { createTranslator } from '@/lib/i18n/translate'
import { DocsFrame, type DocsProps } from '../docs-frame'

/** The answer for a page of the documentation that there is none of: a search, and the pages that there are. */
export function DocsMissingPage(props: DocsProps) {
  const { t } = createTranslator('en')
  const heading = t('docs.missing')
  return (
    <DocsFrame {...props} path={DOCUMENTATION} name={null} title={heading} heading={heading} isUnlisted>
      <p className="plain">{t('docs.missingBody')}</p>
    </DocsFrame>
  )
}
