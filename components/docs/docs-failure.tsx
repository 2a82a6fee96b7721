import { DOCUMENTATION } from '@/components/site/site-links'
import type { Translator } from '@/lib/i18n/translate'
import { DocsDocument } from './docs-document'

/** The page in place of the documentation if that could not be made. */
export function DocsFailure({ reader, host }: { reader: Translator; host: string }) {
  const { t } = reader
  return (
    <DocsDocument translator={reader} reader={reader} host={host} path={DOCUMENTATION}>
      <div className="sheet docs-opening">
        <h1>{t('failed.heading')}</h1>
        <p className="plain">{t('failed.body')}</p>
      </div>
    </DocsDocument>
  )
}
