import { Message } from '@/components/site/message'
import { Moment } from '@/components/site/moment'
import type { Translator } from '@/lib/i18n/translate'
import { VerdictBanner } from './verdict-banner'

interface Props {
  translator: Translator
  checkedAt: Date
  /** Path of this page. */
  path: string
  /** What it was about. */
  about?: 'sentence' | 'badge' | 'passport'
}

/** What takes the verdict's place once it is too old to act on; held as a template until the script needs it. */
export function StaleVerdict({ translator, checkedAt, path, about = 'sentence' }: Props) {
  const { t } = translator
  const moment = <Moment translator={translator} date={checkedAt} />
  return (
    <template data-stale>
      <VerdictBanner
        tone="unknown"
        heading={<Message translator={translator} id="stale.heading" values={{ moment }} />}
      >
        <p>{t(`stale.${about}`)}</p>
        <div className="retry">
          <a className="button primary" href={path}>
            {t('retry.link')}
          </a>
        </div>
      </VerdictBanner>
    </template>
  )
}
