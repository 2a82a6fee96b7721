import { PrivateLinkForm } from '@/components/site/private-link-form'
import { StaticDocument } from '@/components/site/static-document'
import type { Translator } from '@/lib/i18n/translate'
import { PASSPORT_MANAGE } from './passport-view'

interface Props {
  translator: Translator
  host: string
  /** The result of the link that was sent; null if none was. */
  problem: string | null
}

/** Where a private link to a passport leads. */
export function PassportLinkPage({ translator, host, problem }: Props) {
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
          <p className="lead">{t('passportLink.lead')}</p>
          {problem !== null && (
            <div className="notice problem" role="alert">
              <p>{problem}</p>
            </div>
          )}
          <PrivateLinkForm translator={translator} action={PASSPORT_MANAGE} hint={t('passportLink.hint')} />
        </div>
      </div>
    </StaticDocument>
  )
}
