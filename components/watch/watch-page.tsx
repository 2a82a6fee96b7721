import { WatchEmailField } from './watch-email-field'
import { WATCH } from './watch-paths'
import { WatchSerialsField } from './watch-serials-field'
import { type WatchPageProps, WatchSheet } from './watch-sheet'

/** What stands in the form. */
export interface WatchWords {
  serials: string
  email: string
}

interface Props extends WatchPageProps {
  words: WatchWords
  problem: string | null
  /** Whether mail goes out at all. */
  available: boolean
}

/** The form that takes an address and serials. It is the same for serials that exist and for others. */
export function WatchPage({ translator, host, words, problem, available }: Props) {
  const { t } = translator
  return (
    <WatchSheet {...{ translator, host, problem }} path={WATCH} heading={t('watch.heading')}>
      <p className="lead">{t(available ? 'watch.lead' : 'watch.off')}</p>
      {available && (
        <form method="post" action={WATCH} className="report-form">
          <WatchSerialsField translator={translator} serials={words.serials} />
          <WatchEmailField translator={translator} email={words.email} />
          <button type="submit" className="button primary">
            {t('watch.submit')}
          </button>
        </form>
      )}
    </WatchSheet>
  )
}
