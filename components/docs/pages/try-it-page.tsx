import { assets } from '@/components/site/assets'
import { Message } from '@/components/site/message'
import { DOCUMENTATION } from '@/components/site/site-links'
import { createTranslator } from '@/lib/i18n/translate'
import { DocsDocument } from '../docs-document'
import type { DocsProps } from '../docs-frame'
import { DOCS_TRY } from '../docs-places'

/** Where requests are tried out, by Swagger UI (decision 79). Until its script has run it leads to the pages that need none. */
export function TryItPage({ reader, host }: Omit<DocsProps, 'document'>) {
  const translator = createTranslator('en')
  const { t } = translator
  const { tryIt, tryItStyles } = assets()
  const docs = <a href={DOCUMENTATION}>{t('docs.heading')}</a>
  const own = { script: tryIt, styles: tryItStyles }
  return (
    <DocsDocument {...{ translator, reader, host, own }} path={DOCS_TRY} title={t('docs.try')}>
      <div className="docs-try">
        <div className="sheet docs-opening">
          <h1>{t('docs.try')}</h1>
          <p className="plain">
            <Message translator={translator} id="docs.tryLead" values={{ docs }} />
          </p>
          <p className="plain">{t('docs.tryKey')}</p>
          <p className="plain" role="status" data-try-status data-failed={t('docs.tryFailed')}>
            <Message translator={translator} id="docs.tryWaiting" values={{ docs }} />
          </p>
        </div>
        <div
          className="sheet"
          data-try
          data-heading={t('docs.endpoints')}
          data-search={t('docs.trySearch')}
          data-body={t('docs.body')}
          data-close={t('docs.tryClose')}
        />
      </div>
    </DocsDocument>
  )
}
