import { ISSUERS } from '@/components/site/site-links'
import { VerdictBanner } from '@/components/verdict/verdict-banner'
import type { MessageKey } from '@/lib/i18n/catalogues'
import type { Translator } from '@/lib/i18n/translate'

const WORDS: Record<'malformed' | 'too_many' | 'failed', { heading: MessageKey; body: MessageKey }> = {
  malformed: { heading: 'issuers.badRequest', body: 'issuers.badRequestBody' },
  too_many: { heading: 'issuers.tooMany', body: 'issuers.tooManyBody' },
  failed: { heading: 'issuers.failed', body: 'issuers.failedBody' },
}

/** Why a page of the directory, or of an issuer, cannot be shown. */
export function IssuerFailure({ translator, kind }: { translator: Translator; kind: keyof typeof WORDS }) {
  const { t } = translator
  return (
    <VerdictBanner tone="unknown" heading={t(WORDS[kind].heading)}>
      <p>{t(WORDS[kind].body)}</p>
      <p className="buttons">
        <a className="button primary" href={ISSUERS}>
          {t('issuer.directory')}
        </a>
      </p>
    </VerdictBanner>
  )
}
