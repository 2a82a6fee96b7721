import type { OpenApiOperation, OpenApiResponse } from '@/lib/contract/openapi/openapi-document'

/** An endpoint as the examples call it. */
interface ExampleCall {
  id: string
  method: string
  /** Whole address, with the example's parameters in it. */
  address: string
  /** The variable of the key or token that the examples send, or null. */
  secret: 'CERTS_KEY' | 'METRICS_TOKEN' | null
  /** The JSON body. */
  body?: unknown
  /** The file that is sent as the body, where that is no JSON with an example. */
  upload?: { file: string; type: string }
  /** What comes back: JSON, text, or a file and its name. */
  answer: { kind: 'json' | 'text' } | { kind: 'file'; file: string }
}

/** Names of the files that the examples send and keep; an operation of its own files names them. */
const FILES_OF = new Map([['validateReceipt', 'receipt.pdf']])
const FILES = new Map([
  ['application/pdf', 'certificate.pdf'],
  ['image/jpeg', 'certificate.jpg'],
  ['application/json', 'badge.json'],
])

/** What the examples do with an answer, where printing it is not enough. */
const USES = new Map<string, { javascript: string; python: string }>([
  [
    'verifyBySerial',
    {
      javascript: `if (answer.verification.overall_status === 'verified') {
  console.log('Compare with the document:', answer.certificate.recipient.full_name)
} else {
  console.log('Do not accept:', answer.verification.overall_status)
}`,
      python: `if answer["verification"]["overall_status"] == "verified":
    print("Compare with the document:", answer["certificate"]["recipient"]["full_name"])
else:
    print("Do not accept:", answer["verification"]["overall_status"])`,
    },
  ],
  [
    'lookUpCertificates',
    {
      javascript: `for (const { serial, found, certificate, error } of answer.certificates) {
  console.log(serial, error ?? (found ? certificate.status : 'not found'))
}`,
      python: `for item in answer["certificates"]:
    print(item["serial"], item["error"] or (item["certificate"]["status"] if item["found"] else "not found"))`,
    },
  ],
])

/** The call of an operation with the values of its examples. */
export function exampleCall(method: string, path: string, operation: OpenApiOperation, baseUrl: string): ExampleCall {
  const filled = operation.parameters
    .filter((parameter) => parameter.in === 'path')
    .reduce((text, { name, example = '' }) => text.replace(`{${name}}`, encodeURIComponent(example)), path)
  // Without it another form than that of the documented answer comes back.
  const form = operation.parameters.find(
    ({ in: place, schema, example }) => place === 'query' && schema.enum && example && example !== schema.default,
  )
  const asked = form ? `?${form.name}=${form.example ?? ''}` : ''
  const types = Object.keys(operation.requestBody?.content ?? {})
  const [type] = types
  // Where something else is taken too, a file is sent: what it holds is too long to be typed.
  const body = types.length === 1 ? operation.requestBody?.content['application/json']?.example : undefined
  return {
    id: operation.operationId,
    method: method.toUpperCase(),
    address: baseUrl + filled + asked,
    secret: secretOf(operation),
    ...(body !== undefined && { body }),
    ...(body === undefined &&
      type !== undefined && {
        upload: { type, file: FILES_OF.get(operation.operationId) ?? FILES.get(type) ?? 'file' },
      }),
    answer: answerOf(operation),
  }
}

function secretOf({ security }: OpenApiOperation): ExampleCall['secret'] {
  const [scheme] = security
  if (scheme === undefined) return null
  return 'metricsToken' in scheme ? 'METRICS_TOKEN' : 'CERTS_KEY'
}

/** The answer that does what was asked for. */
export function doneAnswer(responses: OpenApiOperation['responses']): OpenApiResponse | undefined {
  return responses['200'] ?? responses['202']
}

function answerOf({ responses }: OpenApiOperation): ExampleCall['answer'] {
  const [type = '', media] = Object.entries(doneAnswer(responses)?.content ?? {})[0] ?? []
  if (media?.schema?.type !== 'string') return { kind: 'json' }
  return media.schema.format === 'binary' ? { kind: 'file', file: FILES.get(type) ?? 'file' } : { kind: 'text' }
}

/** The command for a terminal. */
export function curlExample({ address, secret, body, upload, answer }: ExampleCall): string {
  const lines = [`curl '${address}'`]
  if (secret) lines.push(`  --header "authorization: Bearer $${secret}"`)
  if (body !== undefined) {
    lines.push(`  --header 'content-type: application/json'`, `  --data '${JSON.stringify(body)}'`)
  }
  if (upload) lines.push(`  --header 'content-type: ${upload.type}'`, `  --data-binary @${upload.file}`)
  if (answer.kind === 'file') lines.push(`  --fail --output ${answer.file}`)
  return lines.join(' \\\n')
}

/** A module (.mjs) for Node, Deno or Bun, without packages. */
export function javascriptExample({ id, method, address, secret, body, upload, answer }: ExampleCall): string {
  const type = body === undefined ? upload?.type : 'application/json'
  const headers = [
    ...(secret ? [`    authorization: \`Bearer \${process.env.${secret}}\`,`] : []),
    ...(type === undefined ? [] : [`    'content-type': '${type}',`]),
  ]
  const options = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    ...(headers.length > 0 ? ['  headers: {', ...headers, '  },'] : []),
    ...(body === undefined ? [] : [`  body: JSON.stringify(${inline(body)}),`]),
    ...(upload ? [`  body: await readFile('${upload.file}'),`] : []),
  ]
  const files = [...(upload ? ['readFile'] : []), ...(answer.kind === 'file' ? ['writeFile'] : [])]
  const rest = options.length > 0 ? `, {\n${options.join('\n')}\n}` : ''
  return `${files.length > 0 ? `import { ${files.join(', ')} } from 'node:fs/promises'\n\n` : ''}const address = '${address}'
const response = await fetch(address${rest})
${javascriptUse(id, answer)}`
}

function javascriptUse(id: string, answer: ExampleCall['answer']): string {
  const refused = 'if (!response.ok) throw new Error((await response.json()).error)'
  switch (answer.kind) {
    case 'json':
      return `const answer = await response.json()
if (!response.ok) throw new Error(answer.error)
${USES.get(id)?.javascript ?? 'console.log(answer)'}`
    case 'text':
      return `${refused}\nconsole.log(await response.text())`
    case 'file':
      return `${refused}\nawait writeFile('${answer.file}', new Uint8Array(await response.arrayBuffer()))`
  }
}

/** A script for Python 3, without packages. */
export function pythonExample({ id, address, secret, body, upload, answer }: ExampleCall): string {
  const type = body === undefined ? upload?.type : 'application/json'
  const headers = [
    ...(secret ? [`        "authorization": "Bearer " + os.environ["${secret}"],`] : []),
    ...(type === undefined ? [] : [`        "content-type": "${type}",`]),
  ]
  const options = [
    ...(headers.length > 0 ? ['    headers={', ...headers, '    },'] : []),
    ...(body === undefined ? [] : [`    data=json.dumps(${pythonLiteral(body)}).encode(),`]),
    ...(upload ? [`    data=open("${upload.file}", "rb").read(),`] : []),
  ]
  const request = options.length > 0 ? `\n    address,\n${options.join('\n')}\n` : 'address'
  return `import json${secret ? '\nimport os' : ''}
from urllib.error import HTTPError
from urllib.request import Request, urlopen

address = "${address}"
request = Request(${request})
try:
    with urlopen(request, timeout=10) as response:
        answer = ${answer.kind === 'json' ? 'json.load(response)' : 'response.read()'}
except HTTPError as refusal:
    raise SystemExit(json.load(refusal)["error"])
${pythonUse(id, answer)}`
}

function pythonUse(id: string, answer: ExampleCall['answer']): string {
  switch (answer.kind) {
    case 'json':
      return USES.get(id)?.python ?? 'print(answer)'
    case 'text':
      return 'print(answer.decode())'
    case 'file':
      return `with open("${answer.file}", "wb") as file:\n    file.write(answer)`
  }
}

/** JSON as JavaScript writes it: names without quotes, single quotes. */
function inline(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inline).join(', ')}]`
  if (typeof value === 'string') return `'${value.replace(/[\\']/g, '\\$&')}'`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).map(([name, one]) => `${name}: ${inline(one)}`)
  return `{ ${members.join(', ')} }`
}

/** JSON as Python writes it: `True`, `False` and `None` have names of their own there. */
function pythonLiteral(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(pythonLiteral).join(', ')}]`
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (value === null) return 'None'
  if (typeof value !== 'object') return JSON.stringify(value)
  const members = Object.entries(value).map(([name, one]) => `${JSON.stringify(name)}: ${pythonLiteral(one)}`)
  return `{${members.join(', ')}}`
}
