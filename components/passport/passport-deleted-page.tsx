import { HOME } from '@/components/site/site-links'
import { StaticDocument } from '@/components/site/static-document'
import type { Translator } from '@/lib/i18n/translate'

/** Says that a passport is deleted. */
export function PassportDeletedPage({ translator, host }: { translator: Translator; host: string }) {
  const { t } = translator
  return (
    <StaticDocument
      translator={translator}
      host={host}
      path={HOME}
      page={t('passportManage.deleted')}
      script="passport"
    >
      <div className="sheet">
        <div className="opening" role="status">
          <h1>{t('passportManage.deleted')}</h1>
          <p className="lead">{t('passportManage.deletedMeans')}</p>
        </div>
      </div>
    </StaticDocument>
  )
}
