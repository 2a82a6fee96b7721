import type { OpenApiDocument } from '@/lib/contract/openapi/openapi-document'
import type { Translator } from '@/lib/i18n/translate'
import { CodeBlock } from './code-block'
import { ContractText } from './contract-text'
import { DataTable } from './data-table'

/** What this service sends to programs of issuers, and how they know that it comes from here (spec part 14). */
export function WebhooksSection({ translator, document }: { translator: Translator; document: OpenApiDocument }) {
  const { t } = translator
  const messages = Object.entries(document.webhooks)
  const [example] = messages
  const body = example?.[1].post.requestBody.content['application/json']?.example
  return (
    <section aria-label={t('docs.webhooks')}>
      <p className="plain">{t('docs.webhooksLead')}</p>
      <DataTable
        caption={t('docs.webhooks')}
        columns={[t('docs.webhookKind'), t('docs.meaning')]}
        rows={messages.map(([kind, { post }]) => ({
          key: kind,
          cells: [<code key="kind">{kind}</code>, <ContractText key="meaning" text={post.summary} />],
        }))}
      />
      <DataTable
        caption={t('docs.webhookHeaders')}
        columns={[t('docs.header'), t('docs.meaning')]}
        rows={(example?.[1].post.parameters ?? []).map(({ name, description = '' }) => ({
          key: name,
          cells: [<code key="name">{name}</code>, <ContractText key="meaning" text={description} />],
        }))}
      />
      <CodeBlock label="certificate.issued" code={JSON.stringify(body, null, 2)} />
    </section>
  )
}
