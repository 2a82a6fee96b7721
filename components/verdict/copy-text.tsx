import type { Translator } from '@/lib/i18n/translate'

interface Props {
  translator: Translator
  id: string
  text: string
}

/** A text to be passed on as it is, with a button that copies it if the browser can. */
export function CopyText({ translator: { t }, id, text }: Props) {
  return (
    <>
      <code id={id} className="passport-link" dir="ltr" translate="no">
        {text}
      </code>
      <p className="buttons">
        <button type="button" className="button" data-copy={id} hidden>
          {t('copy.link')}
        </button>
        <span role="status" data-copied hidden>
          {t('copy.linkCopied')}
        </span>
      </p>
    </>
  )
}
