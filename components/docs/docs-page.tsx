import { Message } from '@/components/site/message'
import type { OpenApiDocument } from '@/lib/contract/openapi/openapi-document'
import { createTranslator, type Translator } from '@/lib/i18n/translate'
import { AuthenticationSection } from './authentication-section'
import { BasicsSection } from './basics-section'
import { ContractText } from './contract-text'
import { DecisionRule } from './decision-rule'
import { anchorOf } from './docs-anchor'
import { DocsContents } from './docs-contents'
import { DocsDocument } from './docs-document'
import { EndpointSection } from './endpoint-section'
import { fieldsOf, namedObjects } from './fields'
import { FieldsTable } from './fields-table'
import { LimitsSection } from './limits-section'
import { OutcomesSection } from './outcomes-section'
import { RefusalsSection } from './refusals-section'
import { WebhooksSection } from './webhooks-section'

interface Props {
  /** Speaks the visitor's language; the documentation itself is in English. */
  reader: Translator
  host: string
  document: OpenApiDocument
}

/** The documentation of the interface, made from its OpenAPI document. */
export function DocsPage({ reader, host, document }: Props) {
  const translator = createTranslator('en')
  const { t } = translator
  const openapi = <a href="/api/openapi.json">/api/openapi.json</a>
  return (
    <DocsDocument translator={translator} reader={reader} host={host}>
      <div className="docs">
        <div className="sheet docs-opening">
          <h1>{t('docs.heading')}</h1>
          <p className="plain">
            <Message translator={translator} id="docs.lead" values={{ openapi }} />
          </p>
          <DecisionRule translator={translator} />
        </div>
        <DocsContents translator={translator} document={document} />
        <div className="sheet">
          <BasicsSection translator={translator} document={document} />
          <OutcomesSection translator={translator} />
          <AuthenticationSection translator={translator} document={document} />
          {document.tags.map((tag) => (
            <section key={tag.name} aria-labelledby={anchorOf(tag.name)}>
              <h2 id={anchorOf(tag.name)}>
                <ContractText text={tag.name} />
              </h2>
              <p className="plain">
                <ContractText text={tag.description} />
              </p>
              <Endpoints translator={translator} document={document} tag={tag.name} />
            </section>
          ))}
          <section aria-labelledby="objects">
            <h2 id="objects">{t('docs.objects')}</h2>
            <p className="plain">{t('docs.objectsLead')}</p>
            {namedObjects(document).map((name) => (
              <article key={name} className="object" aria-labelledby={name}>
                <h3 id={name} translate="no">
                  {name}
                </h3>
                <FieldsTable
                  translator={translator}
                  caption={name}
                  fields={fieldsOf({ $ref: `#/components/schemas/${name}` }, document)}
                />
              </article>
            ))}
          </section>
          <WebhooksSection translator={translator} document={document} />
          <RefusalsSection translator={translator} document={document} />
          <LimitsSection translator={translator} document={document} />
        </div>
      </div>
    </DocsDocument>
  )
}

interface EndpointsProps {
  translator: Translator
  document: OpenApiDocument
  tag: string
}

function Endpoints({ translator, document, tag }: EndpointsProps) {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([, operation]) => operation.tags.includes(tag))
      .map(([method, operation]) => (
        <EndpointSection key={operation.operationId} {...{ translator, document, method, path, operation }} />
      )),
  )
}
