import { ReportLink } from '@/components/report/report-link'
import { BADGES } from '@/components/site/site-links'
import { StaticDocument } from '@/components/site/static-document'
import type { Translator } from '@/lib/i18n/translate'
import { BadgeForm } from './badge-form'

/** The page that takes a badge to check. */
export function BadgePage({ translator, host }: { translator: Translator; host: string }) {
  const { t } = translator
  return (
    <StaticDocument translator={translator} host={host} path={BADGES} page={t('badgeForm.heading')} script="badge">
      <div className="sheet">
        <div className="opening">
          <h1>{t('badgeForm.heading')}</h1>
          <p className="lead">{t('badgeForm.lead')}</p>
          <BadgeForm translator={translator} />
        </div>
        <section className="quiet">
          <h2>{t('badgeForm.whatHeading')}</h2>
          <p className="plain">{t('badgeForm.what')}</p>
          <p className="plain">{t('badgeForm.asks')}</p>
          <ReportLink translator={translator} />
        </section>
      </div>
    </StaticDocument>
  )
}
