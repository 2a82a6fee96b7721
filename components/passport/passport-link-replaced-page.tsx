import { CopyText } from '@/components/verdict/copy-text'
import type { Translator } from '@/lib/i18n/translate'
import { PassportDocument } from './passport-document'
import { PassportForm } from './passport-form'

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
    <PassportDocument translator={translator} host={host}>
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
    </PassportDocument>
  )
}
