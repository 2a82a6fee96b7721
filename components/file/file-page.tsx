import { StaticDocument } from '@/components/site/static-document'
import { FILE_PATH } from '@/components/verdict/verdict-view'
import type { Translator } from '@/lib/i18n/translate'
import { FileForm } from './file-form'

/** The page that takes a file to check. */
export function FilePage({ translator, host }: { translator: Translator; host: string }) {
  const { t } = translator
  return (
    <StaticDocument translator={translator} host={host} path={FILE_PATH} page={t('fileForm.heading')} script="file">
      <div className="sheet">
        <div className="opening">
          <h1>{t('fileForm.heading')}</h1>
          <p className="lead">{t('fileForm.lead')}</p>
          <FileForm translator={translator} host={host} />
        </div>
      </div>
    </StaticDocument>
  )
}
