import type { OpenApiDocument } from '@/lib/contract/openapi/openapi-document'
import { refusalOfStatus } from '@/lib/contract/refusals'
import type { Translator } from '@/lib/i18n/translate'
import { ContractText } from './contract-text'
import { DataTable } from './data-table'
import { fieldsOf } from './fields'
import { FieldsTable } from './fields-table'
import { statusesOf } from './refusal-statuses'

/** How the service says no (interface.md part 7). */
export function RefusalsSection({ translator, document }: { translator: Translator; document: OpenApiDocument }) {
  const { t } = translator
  const statuses = statusesOf(document)
  return (
    <section aria-label={t('docs.errors')}>
      <p className="plain">{t('docs.errorsLead')}</p>
      <FieldsTable
        translator={translator}
        caption={t('docs.errorBody')}
        fields={fieldsOf({ $ref: '#/components/schemas/Failure' }, document)}
      />
      <DataTable
        caption={t('docs.errors')}
        columns={[t('docs.status'), t('docs.meaning'), t('docs.whatToDo')]}
        rows={statuses.map((status) => ({
          key: String(status),
          cells: [
            <code key="status">{status}</code>,
            <ContractText key="meaning" text={refusalOfStatus(status).meaning} />,
            <ContractText key="action" text={refusalOfStatus(status).action} />,
          ],
        }))}
      />
    </section>
  )
}
