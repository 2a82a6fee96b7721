import { StaticDocument } from '@/components/site/static-document'
import type { Translator } from '@/lib/i18n/translate'
import { PASSPORT_MANAGE } from './passport-view'

interface Props {
  translator: Translator
  host: string
  /** The result of the link that was sent; null if none was. */
  problem: string | null
}

/**
 * Where a private link leads. Its secret stands in the fragment, which the server does not get: the script sends it in
 * the body of a form; without a script it is pasted.
 */
export function PassportLinkPage({ translator, host, problem }: Props) {
  const { t } = translator
  return (
    <StaticDocument translator={translator} host={host} path={PASSPORT_MANAGE} script="passport">
      <div className="sheet">
        <div className="opening">
          <h1>{t('passportLink.heading')}</h1>
          <p className="lead">{t('passportLink.lead')}</p>
          {problem !== null && (
            <div className="notice problem" role="alert">
              <p>{problem}</p>
            </div>
          )}
          <noscript>
            <p className="plain">{t('passportLink.noScript')}</p>
          </noscript>
          <form method="post" action={PASSPORT_MANAGE} className="passport-form">
            <label htmlFor="link">{t('passportLink.label')}</label>
            <div className="serial-row">
              <input
                id="link"
                name="link"
                type="text"
                required
                maxLength={500}
                dir="ltr"
                autoComplete="off"
                autoCapitalize="off"
                autoCorrect="off"
                spellCheck={false}
                aria-describedby="link-hint"
              />
              <button type="submit" className="button primary">
                {t('passportLink.open')}
              </button>
            </div>
            <p id="link-hint" className="hint">
              {t('passportLink.hint')}
            </p>
          </form>
        </div>
      </div>
    </StaticDocument>
  )
}
