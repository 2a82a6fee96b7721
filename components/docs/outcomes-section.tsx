import { OUTCOMES } from '@/lib/contract/check/outcomes'
import { OVERALL_STATUSES } from '@/lib/contract/check/verification'
import type { Translator } from '@/lib/i18n/translate'
import { ContractText } from './contract-text'
import { DataTable } from './data-table'

/**
 * Every value of `overall_status`: the good one first, then the others in the order in which the first that applies is
 * chosen.
 */
export function OutcomesSection({ translator: { t } }: { translator: Translator }) {
  const values = [...OVERALL_STATUSES].sort((a, b) => Number(b === 'verified') - Number(a === 'verified'))
  return (
    <section aria-labelledby="outcomes">
      <h2 id="outcomes">{t('docs.outcomes')}</h2>
      <p className="plain">{t('docs.outcomesLead')}</p>
      <DataTable
        caption={t('docs.outcomes')}
        columns={['overall_status', t('docs.meaning'), t('docs.whatToDo')]}
        rows={values.map((value) => ({
          key: value,
          cells: [
            <code key="value">{value}</code>,
            <ContractText key="meaning" text={OUTCOMES[value].meaning} />,
            <ContractText key="action" text={OUTCOMES[value].action} />,
          ],
        }))}
      />
    </section>
  )
}
