import { CHECK_FILE } from '@/components/site/site-links'
import { StaticDocument } from '@/components/site/static-document'
import { VerdictBanner } from '@/components/verdict/verdict-banner'
import type { MessageKey } from '@/lib/i18n/catalogues'
import type { Translator } from '@/lib/i18n/translate'
import { DropForm } from './drop-form'

/** Says why a file that was sent without scripts leads nowhere. */
export type DroppedReason =
  | 'picture'
  | 'spreadsheet'
  | 'unknown'
  | 'empty'
  | 'drawing'
  | 'one_only'
  | 'too_large'
  | 'could_not_check'

const SENTENCES: Record<DroppedReason, MessageKey> = {
  picture: 'drop.picture',
  spreadsheet: 'drop.spreadsheet',
  unknown: 'drop.unknown',
  empty: 'drop.empty',
  drawing: 'drop.drawing',
  one_only: 'drop.oneOnly',
  too_large: 'fileRefused.tooLarge',
  could_not_check: 'couldNotCheck.sentence',
}

/** Says why a file cannot be checked, and takes another one. It is never a judgement of the file. */
export function DroppedPage({
  translator,
  host,
  reason,
}: {
  translator: Translator
  host: string
  reason: DroppedReason
}) {
  const { t } = translator
  const heading = reason === 'could_not_check' ? 'couldNotCheck.heading' : 'fileRefused.heading'
  return (
    <StaticDocument translator={translator} host={host} path={CHECK_FILE} script="home">
      <article className="sheet" data-outcome={`dropped_${reason}`}>
        <VerdictBanner tone="unknown" heading={t(heading)} decision={t('fileRefused.nothing')}>
          <p>{t(SENTENCES[reason])}</p>
        </VerdictBanner>
        <section>
          <DropForm translator={translator} host={host} />
        </section>
      </article>
    </StaticDocument>
  )
}
