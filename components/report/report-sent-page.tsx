import { HOME } from '@/components/site/site-links'
import { StaticDocument } from '@/components/site/static-document'
import type { Translator } from '@/lib/i18n/translate'

/** What a visitor sees after a report was sent. */
export function ReportSentPage({ translator, host }: { translator: Translator; host: string }) {
  const { t } = translator
  return (
    <StaticDocument translator={translator} host={host} path="/report/sent" page={t('report.sentHeading')}>
      <div className="sheet">
        <div className="opening">
          <h1>{t('report.sentHeading')}</h1>
          <p className="lead">{t('report.sent')}</p>
          <p className="plain">{t('report.noVerdict')}</p>
          <p>
            <a className="button" href={HOME}>
              {t('link.home')}
            </a>
          </p>
        </div>
      </div>
    </StaticDocument>
  )
}
