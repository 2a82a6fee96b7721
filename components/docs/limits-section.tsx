import type { OpenApiDocument } from '@/lib/contract/openapi/openapi-document'
import type { Translator } from '@/lib/i18n/translate'
import { ContractText } from './contract-text'
import { DataTable } from './data-table'

/** The headers of an answer that refuses one request too many (interface.md part 7). */
const isAboutLimits = (name: string) => /^(x-ratelimit-.+|retry-after|cache-control)$/.test(name)

/** How often each endpoint may be asked, and the headers that say where a caller stands. */
export function LimitsSection({ translator, document }: { translator: Translator; document: OpenApiDocument }) {
  const { t, formatNumber } = translator
  const operations = Object.values(document.paths).flatMap((item) => Object.values(item))
  const rows = operations.flatMap(({ operationId, summary, 'x-rate-limit': limit }) =>
    limit ? [{ operationId, summary, limit }] : [],
  )
  const headers = Object.entries(document.components.headers).filter(([name]) => isAboutLimits(name))
  return (
    <section aria-labelledby="rate-limits">
      <h2 id="rate-limits">{t('docs.limits')}</h2>
      <p className="plain">{t('docs.limitsLead')}</p>
      <DataTable
        caption={t('docs.limits')}
        columns={[t('docs.endpoint'), t('docs.requests'), t('docs.countedBy')]}
        rows={rows.map(({ operationId, summary, limit }) => ({
          key: operationId,
          cells: [
            <ContractText key="endpoint" text={summary} />,
            formatNumber(limit.requests),
            t(limit.per === 'issuer_key' ? 'docs.per.key' : 'docs.per.address'),
          ],
        }))}
      />
      <DataTable
        caption={t('docs.limitHeaders')}
        columns={[t('docs.header'), t('docs.meaning')]}
        rows={headers.map(([name, { description = '' }]) => ({
          key: name,
          cells: [<code key="name">{name}</code>, <ContractText key="meaning" text={description} />],
        }))}
      />
    </section>
  )
}
