import { PrivateLinkForm } from '@/components/site/private-link-form'
import { StaticDocument } from '@/components/site/static-document'
import type { Translator } from '@/lib/i18n/translate'
import { PASSPORT_MANAGE, PASSPORT_START } from './passport-view'

interface Props {
  translator: Translator
  host: string
}

/** For a holder who is here without a link: what a passport is, where its link stands, and who gives a new one. The same for everybody. */
export function PassportStartPage({ translator, host }: Props) {
  const { t } = translator
  const heading = t('passportLink.heading')
  return (
    <StaticDocument translator={translator} host={host} path={PASSPORT_START} page={heading}>
      <div className="sheet">
        <div className="opening">
          <h1>{heading}</h1>
          <p className="lead">{t('passportStart.what')}</p>
          <p className="plain">{t('passportStart.link')}</p>
          <p className="plain">
            <strong>{t('mail.passport.subject')}</strong>
          </p>
          <PrivateLinkForm translator={translator} action={PASSPORT_MANAGE} hint={t('passportLink.hint')} />
        </div>
        <section>
          <h2>{t('passportStart.lostHeading')}</h2>
          <p className="plain">{t('passportStart.lost')}</p>
        </section>
      </div>
    </StaticDocument>
  )
}
