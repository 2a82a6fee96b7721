import type { OpenApiDocument } from '@/lib/contract/openapi/openapi-document'
import { refusalOfStatus, type RefusalStatus } from '@/lib/contract/refusals'
import type { Translator } from '@/lib/i18n/translate'
import { ContractText } from './contract-text'
import { DataTable } from './data-table'
import { fieldsOf } from './fields'
import { FieldsTable } from './fields-table'

/** How the service says no (interface.md part 7). */
export function RefusalsSection({ translator, document }: { translator: Translator; document: OpenApiDocument }) {
  const { t } = translator
  const operations = Object.values(document.paths).flatMap((item) => Object.values(item))
  const used = new Set(operations.flatMap(({ responses }) => Object.keys(responses).map(Number)))
  const statuses = [...used].filter((status) => status >= 400).sort((a, b) => a - b) as RefusalStatus[]
  return (
    <section aria-labelledby="errors">
      <h2 id="errors">{t('docs.errors')}</h2>
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
