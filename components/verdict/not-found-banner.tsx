import type { UnknownSerial } from '@/lib/domain/certificate/unknown-serial'
import type { Translator } from '@/lib/i18n/translate'
import { NOT_FOUND } from '@/lib/i18n/unknown-serial-heading'
import { VerdictBanner } from './verdict-banner'

interface Props {
  unknown: UnknownSerial
  translator: Translator
  /** 2 where the page has a heading of its own. */
  level?: 1 | 2
}

/**
 * Heading and sentences where no certificate was found. Red stands only for a whole serial of our own form: everything
 * else may be a slip of whoever typed it, and says nothing about the document (spec part 13).
 */
export function NotFoundBanner({ unknown, translator: { t }, level }: Props) {
  const heading = t(NOT_FOUND[unknown.kind])
  const nothingSaid = t('couldNotCheck.sentence')
  switch (unknown.kind) {
    case 'own':
      return (
        <VerdictBanner level={level} tone="stop" heading={heading} decision={t('notFound.sentence')}>
          <p>{t('notFound.why')}</p>
        </VerdictBanner>
      )
    case 'number':
      return (
        <VerdictBanner level={level} tone="unknown" heading={heading} decision={t('notFound.numberCheck')}>
          <p>{t('notFound.numberWhy')}</p>
        </VerdictBanner>
      )
    case 'mistyped':
      return (
        <VerdictBanner level={level} tone="unknown" heading={heading} decision={t('notFound.mistypedWhy')}>
          <p>{t('notFound.mistypedPrinted')}</p>
        </VerdictBanner>
      )
    case 'missing':
    case 'extra':
      return (
        <VerdictBanner level={level} tone="unknown" heading={heading} decision={nothingSaid}>
          <p>{t(unknown.kind === 'missing' ? 'notFound.missing' : 'notFound.extra', { count: unknown.count })}</p>
        </VerdictBanner>
      )
    case 'nothing':
      return (
        <VerdictBanner level={level} tone="unknown" heading={heading} decision={nothingSaid}>
          <p>{t('notFound.nothing')}</p>
        </VerdictBanner>
      )
  }
}
