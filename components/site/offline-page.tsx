import { VerdictBanner } from '@/components/verdict/verdict-banner'
import type { MessageKey } from '@/lib/i18n/catalogues'
import type { Translator } from '@/lib/i18n/translate'
import { HOME } from './site-links'
import { StaticDocument } from './static-document'

interface Props {
  translator: Translator
  host: string
  /** The message; that there is no connection, if none is given. */
  sentence?: MessageKey
}

/**
 * What the service worker shows in place of any page where there is no connection. It stands at the address of that
 * page, so the link leads to wherever it is shown. Never a verdict, and nothing of one.
 */
export function OfflinePage({ translator, host, sentence = 'offline.sentence' }: Props) {
  const { t } = translator
  return (
    <StaticDocument translator={translator} host={host} path={HOME}>
      <article className="sheet">
        <VerdictBanner tone="unknown" heading={t('couldNotCheck.heading')} decision={t(sentence)}>
          <p>{t('couldNotCheck.sentence')}</p>
          <div className="retry">
            <a className="button primary" href="">
              {t('offline.link')}
            </a>
          </div>
        </VerdictBanner>
      </article>
    </StaticDocument>
  )
}
