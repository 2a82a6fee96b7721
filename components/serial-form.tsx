import type { Translator } from '@/lib/i18n/translate'
import { Message } from './message'
import { Serial } from './serial'

export const EXAMPLE_SERIAL = '7K3M-9QXT-2VBD-8RWN'

interface Props {
  translator: Translator
  value?: string
  /** False where another action of the view is the dark one. */
  primary?: boolean
}

/** Takes a serial however it is typed; a plain form, so that it works without JavaScript. */
export function SerialForm({ translator, value, primary = true }: Props) {
  const { t } = translator
  return (
    <form action="/verify" method="get" className="serial-form">
      <label htmlFor="serial">{t('form.label')}</label>
      <div className="serial-row">
        <input
          id="serial"
          name="serial"
          type="text"
          required
          defaultValue={value}
          inputMode="text"
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          translate="no"
          dir="ltr"
          maxLength={200}
          aria-describedby="serial-hint"
        />
        <button type="submit" className={primary ? 'button primary' : 'button'}>
          {t('form.submit')}
        </button>
      </div>
      <p id="serial-hint" className="hint">
        <Message translator={translator} id="form.hint" values={{ example: <Serial text={EXAMPLE_SERIAL} /> }} />
      </p>
    </form>
  )
}
