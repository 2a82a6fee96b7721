import { AsIssued } from '@/components/verdict/as-issued'
import { NAME_REASONS } from '@/lib/domain/names/name-reason'
import type { Translator } from '@/lib/i18n/translate'

interface Props {
  /** The name as issued. */
  name: string
  translator: Translator
}

/**
 * Where the visitor types the name from the document, to have it compared in the browser. Hidden until the script
 * shows it, since nothing works without; the script takes all its words from the template. The input has no name and
 * no form: what is typed cannot be sent.
 */
export function CompareBox({ name, translator }: Props) {
  const { t } = translator
  return (
    <div className="compare" data-compare={name} data-failed={t('couldNotCheck.heading')} hidden>
      <label htmlFor="compare-name">{t('compare.label')}</label>
      <input
        id="compare-name"
        type="text"
        autoComplete="off"
        autoCorrect="off"
        autoCapitalize="words"
        spellCheck={false}
        enterKeyHint="done"
        translate="no"
        aria-describedby="compare-stays"
      />
      <p className="hint" id="compare-stays">
        {t('compare.stays')}
      </p>
      <div role="status" />
      <template>
        <Result kind="same" translator={translator} />
        <Result kind="likely_same" translator={translator} />
        <Result kind="different" translator={translator} />
        {NAME_REASONS.map((reason) => (
          <span key={reason} data-reason={reason}>
            {t(`compare.reason.${reason}`)}{' '}
          </span>
        ))}
      </template>
    </div>
  )
}

type Kind = 'same' | 'likely_same' | 'different'

const TONES: Record<Kind, string> = { same: 'genuine', likely_same: 'replaced', different: 'stop' }

/** One answer as the script copies it; the reasons and the two names go where it has left room for them. */
function Result({ kind, translator }: { kind: Kind; translator: Translator }) {
  const { t } = translator
  return (
    <div className={`compare-result ${TONES[kind]}`} data-result={kind}>
      <p>
        <strong>{t(`compare.${kind}`)}</strong> <span data-reasons />
        {t(`compare.next.${kind}`)}
      </p>
      {kind !== 'same' && (
        <dl className="compare-names">
          <dt>{t('compare.issued')}</dt>
          <ShownName which="issued" translator={translator} />
          <dt>{t('compare.typed')}</dt>
          <ShownName which="typed" translator={translator} />
        </dl>
      )}
    </div>
  )
}

/** A name with room for its marked letters, which are also said in words: a mark alone is not read out. */
function ShownName({ which, translator }: { which: 'issued' | 'typed'; translator: Translator }) {
  return (
    <dd data-shown={which}>
      <AsIssued text="" />
      <span className="spoken" data-marked data-between={translator.t('compare.between')}>
        {translator.t('compare.marked', { letters: '{letters}' })}
      </span>
    </dd>
  )
}
