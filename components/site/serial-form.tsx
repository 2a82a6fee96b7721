import { LinkBanner } from '@/components/file/link-banner'
import { WrongBox } from '@/components/file/wrong-box'
import { NotFoundBanner } from '@/components/verdict/not-found-banner'
import { Serial } from '@/components/verdict/serial'
import { VerdictBanner } from '@/components/verdict/verdict-banner'
import { EXAMPLE_SERIAL } from '@/lib/contract/examples'
import type { Translator } from '@/lib/i18n/translate'
import { Message } from './message'

/** The longest text that is taken: a whole mail may be pasted, but without scripts it has to fit into an address. */
const LONGEST_TYPED = 2000

interface Props {
  translator: Translator
  value?: string
  /** False where another action of the view is the dark one. */
  primary?: boolean
  /** Of this service, now and before: links there are ours. Left out, that of the page is. */
  origins?: readonly string[]
}

/**
 * Takes a serial however it is typed, and any text that holds one; a plain form, so that it works without JavaScript.
 * With it the text is taken apart in the browser, and nothing but serials is sent: what else there is to say stands in
 * the templates.
 */
export function SerialForm({ translator, value, primary = true, origins }: Props) {
  const { t } = translator
  return (
    <form
      action="/verify"
      method="get"
      className="serial-form"
      data-serial-form
      data-origins={origins && JSON.stringify(origins)}
    >
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
          maxLength={LONGEST_TYPED}
          aria-describedby="serial-hint"
        />
        <button type="submit" className={primary ? 'button primary' : 'button'}>
          {t('form.submit')}
        </button>
      </div>
      <p id="serial-hint" className="hint">
        <Message translator={translator} id="form.hint" values={{ example: <Serial text={EXAMPLE_SERIAL} /> }} />{' '}
        {t('form.anything')}
      </p>
      <div className="typed-outcome" role="status" data-typed-outcome />
      <template data-typed="nothing">
        <NotFoundBanner level={2} unknown={{ kind: 'nothing' }} translator={translator} />
      </template>
      {(['badge', 'receipt'] as const).map((kind) => (
        <template key={kind} data-typed={kind}>
          <VerdictBanner level={2} tone="unknown" heading={t('notFound.none')}>
            <WrongBox belongs={{ kind }} translator={translator} />
          </VerdictBanner>
        </template>
      ))}
      <TypedLink kind="lookalike" translator={translator} />
      <TypedLink kind="rewritten" translator={translator} />
      <TypedLink kind="other" translator={translator} />
    </form>
  )
}

/** The script fills both hosts in. */
function TypedLink({ kind, translator }: { kind: 'lookalike' | 'rewritten' | 'other'; translator: Translator }) {
  return (
    <template data-typed={kind}>
      <LinkBanner
        level={2}
        host={<span data-slot="host" />}
        ours={<span data-slot="ours" />}
        lookalike={kind === 'lookalike'}
        rewritten={kind === 'rewritten'}
        translator={translator}
      />
    </template>
  )
}
