import type { ReactElement } from 'react'
import { WatchConfirmPage } from '@/components/watch/watch-confirm-page'
import { WatchLinkPage } from '@/components/watch/watch-link-page'
import { WatchListPage } from '@/components/watch/watch-list-page'
import { WatchPage } from '@/components/watch/watch-page'
import { WatchSentPage } from '@/components/watch/watch-sent-page'
import { WatchStopPage } from '@/components/watch/watch-stop-page'
import type { WatchList } from '@/lib/domain/watch/watch-list'
import type { Translator } from '@/lib/i18n/translate'

const WORDS = { serials: '7K3M-9QXT-2VBD-8RWN\n3WQ8-K5TM-9XBD-2RVN', email: 'people@employer' }
const LIST: WatchList = {
  email: 'people@employer.example',
  certificates: ['7K3M-9QXT-2VBD-8RWN', '3WQ8-K5TM-9XBD-2RVN', 'ABC/2026/0000000000000000000000000000118'].map(
    (serial, index) => ({
      lineageId: `0000000${index}-0000-4000-8000-000000000000`,
      serial,
      earlier: index === 1 ? ['H8NC-4R2W-6PTX-9QAK', 'ABC/2026/0000000000000000000000000000117'] : [],
      toldAt: index === 1 ? new Date('2026-11-01T10:00:00Z') : null,
      expiresAt: new Date('2028-11-01T10:00:00Z'),
    }),
  ),
}

/** The pages of watches, in each of their states. */
export function watchPages(translator: Translator, host: string): Record<string, ReactElement> {
  const { t } = translator
  const page = { translator, host }
  const [secret, link] = ['9c2e', `https://${host}/watch/list#9c2e9c2e9c2e9c2e9c2e9c`]
  const done = [t('watch.confirmed'), t('watch.leftOut', { count: 3, most: translator.formatNumber(1000) })]
  const nothing = { email: '', certificates: [] }
  return {
    watch: <WatchPage {...page} words={WORDS} problem={t('watch.problem.email')} available />,
    'watch-off': <WatchPage {...page} words={WORDS} problem={null} available={false} />,
    'watch-sent': <WatchSentPage {...page} />,
    'watch-confirm': <WatchConfirmPage {...page} secret={secret} state="asked" />,
    'watch-confirmed-before': <WatchConfirmPage {...page} secret={secret} state="before" />,
    'watch-refused': <WatchConfirmPage {...page} secret={secret} state="refused" />,
    'watch-link': <WatchLinkPage {...page} problem={t('watch.linkUnknown')} />,
    'watch-list': <WatchListPage {...page} list={LIST} link={link} done={done} />,
    'watch-nothing': <WatchListPage {...page} list={nothing} link={link} />,
    'watch-stop': <WatchStopPage {...page} secret={secret} state="asked" />,
    'watch-stopped': <WatchStopPage {...page} secret={secret} state="ended" />,
    'watch-stop-nothing': <WatchStopPage {...page} secret={secret} state="nothing" />,
  }
}
