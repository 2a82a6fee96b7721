import { DeskPage } from '@/components/desk/desk-page'
import type { DeskViewer } from '@/components/desk/desk-viewer'
import { CodeBlock } from '@/components/docs/code-block'
import { curlExample, exampleCall, javascriptExample, pythonExample } from '@/components/docs/code-examples'
import type { OpenApiOperation } from '@/lib/contract/openapi/openapi-document'
import { deskText } from '@/lib/i18n/desk/text'

interface Props {
  host: string
  viewer: DeskViewer
  path: string
  operation: OpenApiOperation
  baseUrl: string
}

/** A first request with a key, which stays a variable: no page holds a key. */
export function FirstRequestPage({ host, viewer, path, operation, baseUrl }: Props) {
  const call = exampleCall('post', path, operation, baseUrl)
  const examples = [
    { name: 'curl', language: deskText('firstRequest.terminal'), code: curlExample(call) },
    { name: 'javascript', language: 'JavaScript', code: javascriptExample(call) },
    { name: 'python', language: 'Python', code: pythonExample(call) },
  ]
  const page = { host, viewer, heading: deskText('firstRequest.heading'), lead: deskText('firstRequest.lead') }
  return (
    <DeskPage {...page} current="/dashboard/keys">
      <h2>{deskText('firstRequest.key')}</h2>
      <p className="plain">{deskText('firstRequest.keyHow')}</p>
      <CodeBlock label={deskText('firstRequest.key')} name="key" code={'read -rs CERTS_KEY && export CERTS_KEY'} />
      {examples.map(({ name, language, code }) => (
        <div key={name}>
          <h2>{language}</h2>
          <CodeBlock label={deskText('firstRequest.in', { language })} name={name} code={code} />
        </div>
      ))}
      <p className="plain">{deskText('firstRequest.then')}</p>
      <p>
        <a href="/docs">{deskText('firstRequest.docs')}</a> · <a href="/dashboard/keys">{deskText('keys.back')}</a>
      </p>
    </DeskPage>
  )
}
