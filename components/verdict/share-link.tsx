import type { Translator } from '@/lib/i18n/translate'

/** The button that shares or copies a link; the script shows it, and chooses its words. */
export function ShareLink({ translator: { t }, url }: { translator: Translator; url: string }) {
  return (
    <span
      className="share"
      data-share={url}
      data-words={t('copy.share')}
      data-done={t('copy.linkCopied')}
      data-failed={t('copy.linkFailed')}
      hidden
    >
      <button type="button" className="button">
        {t('copy.link')}
      </button>
      <span role="status" />
    </span>
  )
}
