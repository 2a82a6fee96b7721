import type { Translator } from '@/lib/i18n/translate'

interface Props {
  translator: Translator
  action: string
  /** Begins the ids of its fields. */
  name: 'badge' | 'receipt'
  /** File names' endings and media types, as `accept` takes them. */
  accept: string
  words: Record<'file' | 'hint' | 'submit' | 'tooLarge' | 'nothing', string>
}

/**
 * Takes a document as a file or as text; a plain form, so that it works without JavaScript. With it, a document can be
 * dropped or pasted anywhere on the page: the script takes all its words from the form.
 */
export function PasteForm({ translator: { t }, action, name, accept, words }: Props) {
  const [file, text, hint] = [`${name}-file`, `${name}-text`, `${name}-hint`]
  return (
    <form
      action={action}
      method="post"
      encType="multipart/form-data"
      className="file-form"
      data-badge-form
      data-file-ready={t('badgeForm.fileReady', { name: '{name}' })}
      data-text-ready={t('badgeForm.textReady')}
      data-too-large={words.tooLarge}
      data-nothing={words.nothing}
    >
      <label htmlFor={file}>{words.file}</label>
      <div className="file-row">
        <input id={file} name="file" type="file" accept={accept} aria-describedby={hint} />
      </div>
      <label htmlFor={text} className="next-label">
        {t('badgeForm.text')}
      </label>
      <textarea
        id={text}
        name="text"
        rows={5}
        dir="ltr"
        translate="no"
        autoComplete="off"
        autoCapitalize="off"
        autoCorrect="off"
        spellCheck={false}
        aria-describedby={hint}
      />
      <p id={hint} className="hint">
        {words.hint}
      </p>
      <p className="form-end">
        <button type="submit" className="button primary">
          {words.submit}
        </button>
      </p>
      {/* Below the button, which must not move away from under a finger when this changes. */}
      <p className="file-status" role="status" />
    </form>
  )
}
