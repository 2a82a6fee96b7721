import { Message } from '@/components/site/message'
import { DOCUMENTATION } from '@/components/site/site-links'
import { createTranslator } from '@/lib/i18n/translate'
import { AuthenticationSection } from '../authentication-section'
import { BasicsSection } from '../basics-section'
import { ContractText } from '../contract-text'
import { DecisionRule } from '../decision-rule'
import { DocsFrame, type DocsProps } from '../docs-frame'
import { endpointPath, groupPath } from '../docs-places'
import { OutcomesSection } from '../outcomes-section'

/** The first page of the documentation: what to know before anything else, and where every endpoint is. */
export function DocsOverview(props: DocsProps) {
  const translator = createTranslator('en')
  const { t } = translator
  const { document } = props
  const openapi = <a href="/api/openapi.json">/api/openapi.json</a>
  const opening = (
    <>
      <p className="plain">
        <Message translator={translator} id="docs.lead" values={{ openapi }} />
      </p>
      <DecisionRule translator={translator} />
    </>
  )
  const operations = Object.values(document.paths).flatMap((item) => Object.values(item))
  return (
    <DocsFrame {...props} path={DOCUMENTATION} name="" heading={t('docs.heading')} opening={opening}>
      <section aria-labelledby="endpoints">
        <h2 id="endpoints">{t('docs.endpoints')}</h2>
        {document.tags.map(({ name, description }) => (
          <div key={name} className="docs-group">
            <h3>
              <a href={groupPath(name)}>
                <ContractText text={name} />
              </a>
            </h3>
            <p className="plain">
              <ContractText text={description} />
            </p>
            <ul className="docs-endpoints">
              {operations
                .filter(({ tags }) => tags.includes(name))
                .map((operation) => (
                  // Its anchor is where links to the endpoint led when the documentation was one page.
                  <li key={operation.operationId} id={operation.operationId}>
                    <a href={endpointPath(operation)}>
                      <ContractText text={operation.summary} />
                    </a>
                  </li>
                ))}
            </ul>
          </div>
        ))}
      </section>
      <BasicsSection translator={translator} document={document} />
      <OutcomesSection translator={translator} />
      <AuthenticationSection translator={translator} document={document} />
    </DocsFrame>
  )
}
