import type { OpenApiDocument, OpenApiOperation } from '@/lib/contract/openapi/openapi-document'
import type { Translator } from '@/lib/i18n/translate'
import { CodeBlock } from './code-block'
import { curlExample, exampleCall, javascriptExample, pythonExample } from './code-examples'

interface Props {
  translator: Translator
  document: OpenApiDocument
  method: string
  path: string
  operation: OpenApiOperation
}

/** How to call an endpoint from a terminal and from two languages; the service itself is called from a terminal. */
export function EndpointExamples({ translator: { t }, document, method, path, operation }: Props) {
  const call = exampleCall(method, path, operation, document.servers[0]?.url ?? '')
  const label = (language: string) => t('docs.exampleIn', { language, endpoint: operation.summary })
  const programs = operation.tags.includes('Service')
    ? []
    : [
        { name: 'javascript', language: 'JavaScript', code: javascriptExample(call) },
        { name: 'python', language: 'Python', code: pythonExample(call) },
      ]
  return (
    <>
      <h3>{t('docs.example')}</h3>
      <CodeBlock label={label('curl')} name={`${call.id}-curl`} code={curlExample(call)} />
      {programs.map(({ name, language, code }) => (
        <details key={name}>
          <summary>
            <span translate="no">{language}</span>
          </summary>
          <CodeBlock label={label(language)} name={`${call.id}-${name}`} code={code} />
        </details>
      ))}
    </>
  )
}
