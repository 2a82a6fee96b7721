import type { Translator } from '@/lib/i18n/translate'
import { VerdictBanner } from './verdict-banner'

/** What stands where a page failed on our side. */
export function FailedPage({ translator: { t }, retry }: { translator: Translator; retry: () => void }) {
  return (
    <div className="sheet">
      <VerdictBanner tone="unknown" heading={t('failed.heading')}>
        <p>{t('failed.body')}</p>
        <div className="retry">
          <button type="button" className="button primary" onClick={retry}>
            {t('failed.again')}
          </button>
        </div>
      </VerdictBanner>
    </div>
  )
}
