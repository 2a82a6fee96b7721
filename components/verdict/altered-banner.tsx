import { Message } from '@/components/site/message'
import type { Comparison, DocumentWire } from '@/lib/contract/check/document'
import type { MessageKey } from '@/lib/i18n/catalogues'
import type { Translator } from '@/lib/i18n/translate'
import { AsIssued } from './as-issued'
import { VerdictBanner } from './verdict-banner'
import type { Tone } from './verdict-view'

interface Props {
  /** As issued. */
  issuer: string
  document: Pick<DocumentWire, 'match' | 'comparison'> | undefined
  translator: Translator
}

interface Words {
  tone: Tone
  heading: MessageKey
  decision: MessageKey
  why: MessageKey
}

/**
 * What is said of a file that is not the issued one, while its record is genuine and current. Red is only for what a
 * comparison found to differ: everything else is left to the person who looks.
 */
export function AlteredBanner({ issuer, document, translator }: Props) {
  const { t } = translator
  const { tone, heading, decision, why } = wordsOf(document)
  return (
    <VerdictBanner tone={tone} heading={t(heading)} decision={t(decision)}>
      <p>
        <Message translator={translator} id={why} values={{ issuer: <AsIssued text={issuer} /> }} />
      </p>
    </VerdictBanner>
  )
}

function wordsOf(
  { match, comparison }: NonNullable<Props['document']> = { match: 'altered', comparison: null },
): Words {
  const heading = 'altered.heading'
  if (comparison === null) return { tone: 'unknown', heading, decision: 'altered.sentence', why: 'altered.why' }
  if (isDifferent(comparison)) {
    return { tone: 'stop', heading: headingOf(comparison), decision: 'differs.sentence', why: 'differs.why' }
  }
  // Altered it stays where something else in the file speaks against it, such as a code that leads elsewhere.
  const isSame = comparison.text === 'same' && comparison.picture === 'same' && match !== 'altered'
  if (isSame) return { tone: 'unknown', heading, decision: 'recreated.sentence', why: 'recreated.why' }
  return { tone: 'unknown', heading, decision: 'uncompared.sentence', why: 'uncompared.why' }
}

/** Same words with another picture claim neither: a program may have drawn them its own way. */
function isDifferent({ text, picture }: Comparison): boolean {
  return text === 'different' || (picture === 'different' && text !== 'same')
}

function headingOf({ differences }: Comparison): MessageKey {
  const [field, ...others] = new Set(differences.map((difference) => difference.field))
  return field && field !== 'other' && others.length === 0 ? `differs.${field}` : 'differs.heading'
}
