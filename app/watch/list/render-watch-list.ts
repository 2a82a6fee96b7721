import { renderPage } from '@/components/site/render-document'
import { WatchListPage } from '@/components/watch/watch-list-page'
import { WATCHES_OF_ADDRESS } from '@/lib/domain/watch/watch-limits'
import type { WatchList } from '@/lib/domain/watch/watch-list'
import type { LanguageCode } from '@/lib/i18n/languages'
import { createTranslator } from '@/lib/i18n/translate'
import { watchListUrl } from '@/lib/service/watch/watch-links'
import { site } from '../../site'

/** What was done to a list just now. */
interface Done {
  confirmed?: { added: number; leftOut: number }
  added?: { added: number; leftOut: number }
  word?: 'renewed' | 'ended'
}

/**
 * The page of what somebody watches.
 * @param secret of the private link
 */
export function renderWatchList(
  language: LanguageCode,
  list: WatchList,
  secret: string,
  { confirmed, added, word }: Done,
  problem: string | null = null,
): Promise<string> {
  const translator = createTranslator(language)
  const { t, formatNumber } = translator
  const { leftOut = 0 } = confirmed ?? added ?? {}
  const done = [
    ...(confirmed ? [t('watch.confirmed')] : []),
    ...(added ? [t('watch.added', { count: added.added })] : []),
    ...(leftOut > 0 ? [t('watch.leftOut', { count: leftOut, most: formatNumber(WATCHES_OF_ADDRESS) })] : []),
    ...(word ? [t(`watch.${word}`)] : []),
  ]
  return renderPage(WatchListPage, {
    ...{ translator, host: site().host, list, link: watchListUrl(secret), done, problem },
  })
}
