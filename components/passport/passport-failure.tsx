import { Retry } from '@/components/verdict/retry'
import { VerdictBanner } from '@/components/verdict/verdict-banner'
import type { Translator } from '@/lib/i18n/translate'
import type { PassportView } from './passport-view'

interface Props {
  translator: Translator
  view: Exclude<PassportView, { kind: 'answer' }>
}

/** The page for a passport that does not exist or could not be checked. */
export function PassportFailure({ translator, view }: Props) {
  const { t } = translator
  return (
    <div role="status" data-banner>
      <Banner translator={translator} view={view} t={t} />
    </div>
  )
}

function Banner({ translator, view, t }: Props & Pick<Translator, 't'>) {
  if (view.kind === 'not_found')
    return (
      <VerdictBanner tone="unknown" heading={t('passport.missing')}>
        <p>{t('passport.missingWhy')}</p>
        <p>{t('passport.missingMeans')}</p>
      </VerdictBanner>
    )
  if (view.kind === 'prefetch')
    return (
      <VerdictBanner tone="unknown" heading={t('prefetch.heading')}>
        <p>{t('prefetch.sentence')}</p>
        <div className="retry">
          <a className="button primary" href={view.path}>
            {t('prefetch.link')}
          </a>
        </div>
      </VerdictBanner>
    )
  const tooMany = view.kind === 'too_many'
  return (
    <VerdictBanner tone="unknown" heading={t(tooMany ? 'tooMany.heading' : 'couldNotCheck.heading')}>
      <p>{t('passport.couldNotCheck')}</p>
      <Retry
        translator={translator}
        href={view.path}
        seconds={view.retryAfterSeconds}
        mode={tooMany ? 'manual' : 'auto'}
      />
    </VerdictBanner>
  )
}
