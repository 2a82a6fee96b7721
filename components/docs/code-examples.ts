import type { OpenApiOperation } from '@/lib/contract/openapi-document'

/** An endpoint as the examples call it. */
export interface ExampleCall {
  id: string
  method: string
  /** Whole address, with the example's parameters in it. */
  address: string
  /** True where the examples send the key that stands in the variable CERTS_KEY. */
  key: boolean
  /** The JSON body. */
  body?: unknown
}

/** What the examples do with an answer, where printing it is not enough. */
const USES = new Map<string, { typescript: string; python: string }>([
  [
    'verifyBySerial',
    {
      typescript: `if (answer.verification.overall_status === 'verified') {
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
      typescript: `for (const { serial, found, certificate } of answer.certificates) {
  console.log(serial, found ? certificate.status : 'not found')
}`,
      python: `for item in answer["certificates"]:
    print(item["serial"], item["certificate"]["status"] if item["found"] else "not found")`,
    },
  ],
])

/** The call of an operation with the values of its examples. */
export function exampleCall(method: string, path: string, operation: OpenApiOperation, baseUrl: string): ExampleCall {
  const filled = operation.parameters
    .filter((parameter) => parameter.in === 'path')
    .reduce((text, { name, example = '' }) => text.replace(`{${name}}`, encodeURIComponent(example)), path)
  const body = operation.requestBody?.content['application/json']?.example
  return {
    id: operation.operationId,
    method: method.toUpperCase(),
    address: baseUrl + filled,
    key: operation.security.length > 0,
    ...(body !== undefined && { body }),
  }
}

/** The command for a terminal. */
export function curlExample({ address, key, body }: ExampleCall): string {
  const lines = [`curl '${address}'`]
  if (key) lines.push(`  --header "authorization: Bearer $CERTS_KEY"`)
  if (body !== undefined) {
    lines.push(`  --header 'content-type: application/json'`, `  --data '${JSON.stringify(body)}'`)
  }
  return lines.join(' \\\n')
}

/** A module for Node, Deno or Bun, without packages. */
export function typescriptExample({ id, method, address, key, body }: ExampleCall): string {
  const headers = [
    ...(key ? ['    authorization: `Bearer ${process.env.CERTS_KEY}`,'] : []),
    ...(body === undefined ? [] : [`    'content-type': 'application/json',`]),
  ]
  const options = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    ...(headers.length > 0 ? ['  headers: {', ...headers, '  },'] : []),
    ...(body === undefined ? [] : [`  body: JSON.stringify(${inline(body)}),`]),
  ]
  const rest = options.length > 0 ? `, {\n${options.join('\n')}\n}` : ''
  return `const address = '${address}'
const response = await fetch(address${rest})
const answer: any = await response.json()
if (!response.ok) throw new Error(answer.error)
${USES.get(id)?.typescript ?? 'console.log(answer)'}`
}

/** A script for Python 3, without packages. */
export function pythonExample({ id, address, key, body }: ExampleCall): string {
  const headers = [
    ...(key ? ['        "authorization": "Bearer " + os.environ["CERTS_KEY"],'] : []),
    ...(body === undefined ? [] : ['        "content-type": "application/json",']),
  ]
  const options = [
    ...(headers.length > 0 ? ['    headers={', ...headers, '    },'] : []),
    ...(body === undefined ? [] : [`    data=json.dumps(${JSON.stringify(body)}).encode(),`]),
  ]
  const request = options.length > 0 ? `\n    address,\n${options.join('\n')}\n` : 'address'
  return `import json${key ? '\nimport os' : ''}
from urllib.error import HTTPError
from urllib.request import Request, urlopen

address = "${address}"
request = Request(${request})
try:
    with urlopen(request, timeout=10) as response:
        answer = json.load(response)
except HTTPError as refusal:
    raise SystemExit(json.load(refusal)["error"])
${USES.get(id)?.python ?? 'print(answer)'}`
}

/** JSON as TypeScript writes it: names without quotes, single quotes. */
function inline(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inline).join(', ')}]`
  if (typeof value === 'string') return `'${value.replace(/[\\']/g, '\\$&')}'`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).map(([name, one]) => `${name}: ${inline(one)}`)
  return `{ ${members.join(', ')} }`
}
