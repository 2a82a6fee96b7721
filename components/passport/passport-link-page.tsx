import { PrivateLinkForm } from '@/components/site/private-link-form'
import type { Translator } from '@/lib/i18n/translate'
import { PassportDocument } from './passport-document'
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
    <PassportDocument translator={translator} host={host}>
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
    </PassportDocument>
  )
}
