import { WATCH_LIST } from './watch-paths'
import { type WatchPageProps, WatchSheet } from './watch-sheet'

/**
 * Where a private link leads. Its secret is in the fragment, which the server does not get: the script sends it in the
 * body of a form; without a script it is pasted.
 */
export function WatchLinkPage({ translator, host, problem }: WatchPageProps & { problem: string | null }) {
  const { t } = translator
  return (
    <WatchSheet {...{ translator, host, problem }} path={WATCH_LIST} heading={t('watch.listHeading')} script="passport">
      <p className="lead">{t('watch.linkLead')}</p>
      <noscript>
        <p className="plain">{t('passportLink.noScript')}</p>
      </noscript>
      <form method="post" action={WATCH_LIST} className="passport-form">
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
          {t('watch.linkHint')}
        </p>
      </form>
    </WatchSheet>
  )
}
