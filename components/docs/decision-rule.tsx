import { DECISION_RULE } from '@/lib/contract/check/outcomes'
import type { Translator } from '@/lib/i18n/translate'
import { ContractText } from './contract-text'

/** The one thing that a caller must get right (interface.md part 1). */
export function DecisionRule({ translator: { t } }: { translator: Translator }) {
  return (
    <aside className="rule" aria-labelledby="decision-rule">
      <h2 id="decision-rule">{t('docs.rule')}</h2>
      <p>
        <ContractText text={DECISION_RULE} />
      </p>
    </aside>
  )
}
