import { StaticDocument } from '@/components/site/static-document'
import { CopyText } from '@/components/verdict/copy-text'
import type { Translator } from '@/lib/i18n/translate'
import { PassportForm } from './passport-form'
import { PASSPORT_MANAGE } from './passport-view'

interface Props {
  translator: Translator
  host: string
  /** The new private link. */
  link: string
}

/** The only showing of a new private link. It is made of the link alone, so that nothing can keep it from being shown. */
export function PassportLinkReplacedPage({ translator, host, link }: Props) {
  const { t } = translator
  return (
    <StaticDocument
      translator={translator}
      host={host}
      path={PASSPORT_MANAGE}
      page={t('passportLink.heading')}
      script="passport"
    >
      <div className="sheet">
        <div className="opening">
          <h1>{t('passportLink.heading')}</h1>
          <div className="notice done" role="status">
            <p>{t('passportManage.linkReplaced')}</p>
            <CopyText translator={translator} id="private-link" text={link} />
          </div>
          <p className="plain">{t('passportManage.linkKept')}</p>
          <PassportForm token={link} action="open" submit={t('passportManage.linkOpen')} primary />
        </div>
      </div>
    </StaticDocument>
  )
}
