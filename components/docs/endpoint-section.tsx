import { BreakableAddress } from '@/components/site/breakable-address'
import { DOCUMENTATION } from '@/components/site/site-links'
import type { OpenApiDocument, OpenApiOperation, OpenApiResponse } from '@/lib/contract/openapi/openapi-document'
import type { Translator } from '@/lib/i18n/translate'
import { CodeBlock } from './code-block'
import { doneAnswer } from './code-examples'
import { ContractText } from './contract-text'
import { DataTable } from './data-table'
import { otherPath, tryPath } from './docs-places'
import { EndpointExamples } from './endpoint-examples'
import { fieldsOf, typeOf } from './fields'
import { FieldsTable } from './fields-table'

interface Props {
  translator: Translator
  document: OpenApiDocument
  method: string
  path: string
  operation: OpenApiOperation
}

/** One endpoint: what it takes, what it answers, and how to call it. */
export function EndpointSection(props: Props) {
  const { translator, method, path, operation } = props
  const id = operation.operationId
  return (
    <article className="endpoint" aria-labelledby={id}>
      <h2 id={id}>
        <ContractText text={operation.summary} />
      </h2>
      <p className="address" dir="ltr" translate="no">
        <strong>{method.toUpperCase()}</strong>{' '}
        <code>
          <BreakableAddress text={path} />
        </code>
      </p>
      <p className="plain">
        <ContractText text={operation.description} />
      </p>
      <Terms translator={translator} operation={operation} />
      <EndpointExamples {...props} />
      <Taken {...props} />
      <Answered {...props} />
    </article>
  )
}

/** Parameters and body. */
function Taken({ translator, document, operation }: Props) {
  const { t } = translator
  const body = fieldsOf(operation.requestBody?.content['application/json']?.schema ?? {}, document)
  return (
    <>
      {operation.parameters.length > 0 && (
        <>
          <h3>{t('docs.parameters')}</h3>
          <FieldsTable
            translator={translator}
            caption={t('docs.parameters')}
            fields={operation.parameters.map(({ name, required, schema, description = '' }) => ({
              name,
              required,
              description,
              type: typeOf(schema),
            }))}
          />
        </>
      )}
      {body.length > 0 && (
        <>
          <h3>{t('docs.body')}</h3>
          <FieldsTable translator={translator} caption={t('docs.body')} fields={body} />
        </>
      )}
    </>
  )
}

/** The fields of the answer, an example of it, and every status. */
function Answered({ translator, document, operation: { responses } }: Props) {
  const { t } = translator
  const answer = Object.values(doneAnswer(responses)?.content ?? {}).find(
    ({ schema }) => schema && schema.type !== 'string',
  )
  return (
    <>
      {answer?.schema && (
        <>
          <h3>{t('docs.answer')}</h3>
          <FieldsTable translator={translator} caption={t('docs.answer')} fields={fieldsOf(answer.schema, document)} />
        </>
      )}
      {answer?.example !== undefined && (
        <details>
          <summary>{t('docs.exampleAnswer')}</summary>
          <CodeBlock label={t('docs.exampleAnswer')} code={JSON.stringify(answer.example, null, 2)} />
        </details>
      )}
      <h3>{t('docs.statuses')}</h3>
      <DataTable
        caption={t('docs.statuses')}
        columns={[t('docs.status'), t('docs.meaning')]}
        rows={Object.entries(responses).map(([status, response]) => ({
          key: status,
          cells: [<code key="status">{status}</code>, <ContractText key="meaning" text={meaningOf(response)} />],
        }))}
      />
    </>
  )
}

/** What an answer is, and in which media types it comes where these are not JSON alone. */
function meaningOf({ description, content = {} }: OpenApiResponse): string {
  const types = Object.keys(content)
  if (types.every((type) => type === 'application/json')) return description
  return `${description} ${types.map((type) => `\`${type}\``).join(', ')}`
}

/** Who may call it, and how often. */
function Terms({ translator: { t, formatNumber }, operation }: Pick<Props, 'translator' | 'operation'>) {
  const limit = operation['x-rate-limit']
  const size = operation['x-max-body-size']
  const perLimit = limit?.per === 'issuer_key' ? 'docs.limit.key' : 'docs.limit.address'
  return (
    <ul className="terms">
      <li>
        {operation.security.length > 0 ? (
          <a href={`${DOCUMENTATION}#authentication`}>{t('docs.needsKey')}</a>
        ) : (
          t('docs.needsNoKey')
        )}
      </li>
      <li>
        {limit ? (
          <a href={`${otherPath('errors')}#rate-limits`}>{t(perLimit, { requests: formatNumber(limit.requests) })}</a>
        ) : (
          t('docs.limit.none')
        )}
      </li>
      <li>
        <a href={tryPath(operation)}>{t('docs.try')}</a>
      </li>
      {size !== undefined && <li>{t('docs.limit.body', { size: sizeInWords(size) })}</li>}
    </ul>
  )
}

function sizeInWords(bytes: number): string {
  return bytes >= 1 << 20 ? `${bytes / (1 << 20)} MiB` : `${bytes / 1024} KiB`
}
