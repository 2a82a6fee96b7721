import { DOCUMENTATION } from '@/components/site/site-links'
import { OUTCOMES } from '@/lib/contract/check/outcomes'
import { OVERALL_STATUSES } from '@/lib/contract/check/verification'
import type { OpenApiDocument, OpenApiOperation } from '@/lib/contract/openapi/openapi-document'
import { refusalOfStatus } from '@/lib/contract/refusals'
import { doneAnswer } from './code-examples'
import { endpointPath, objectPath, otherPath } from './docs-places'
import { fieldsOf, namedObjects } from './fields'
import { statusesOf } from './refusal-statuses'

/** Something that the documentation says, and where. */
interface DocsFinding {
  path: string
  title: string
  text: string
}

interface Entry extends DocsFinding {
  /** What of it is searched, as `plainWords` makes it. */
  names: string
  everything: string
}

/** More than these are no help to anybody. */
const MOST = 40

const indexes = new WeakMap<OpenApiDocument, Entry[]>()

/**
 * What the documentation says of some words: endpoints, fields, objects, outcomes, errors and webhooks that hold all of
 * them, or the beginnings of them; those that are called so come first.
 * @param asked as it was typed
 */
export function searchDocs(asked: string, document: OpenApiDocument): DocsFinding[] {
  const words = plainWords(asked).split(' ').filter(Boolean)
  if (words.length === 0) return []
  const holds = (text: string) => words.every((word) => text.includes(` ${word}`))
  const rank = ({ title, names }: Entry) => (plainWords(title).trim() === words.join(' ') ? 0 : holds(names) ? 1 : 2)
  return indexOf(document)
    .filter(({ everything }) => holds(everything))
    .sort((one, other) => rank(one) - rank(other))
    .slice(0, MOST)
    .map(({ path, title, text }) => ({ path, title, text }))
}

/** Small letters and digits with a space before each word: `overall_status` and `verifyBatch` are two words each. */
function plainWords(text: string): string {
  const apart = text.normalize('NFKC').replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
  return ` ${apart
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()}`
}

function indexOf(document: OpenApiDocument): Entry[] {
  const known = indexes.get(document)
  if (known) return known
  const made = findingsIn(document).map(([finding, more]) => ({
    ...finding,
    names: plainWords(`${finding.title} ${more}`),
    everything: plainWords(`${finding.title} ${more} ${finding.text}`),
  }))
  indexes.set(document, made)
  return made
}

/** Everything that can be found, each with other names of it. */
function findingsIn(document: OpenApiDocument): [DocsFinding, string][] {
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
  )
  return [
    ...operations.map(({ path, method, operation }): [DocsFinding, string] => [
      { path: endpointPath(operation), title: operation.summary, text: operation.description },
      `${operation.operationId} ${method} ${path}`,
    ]),
    ...namedObjects(document).flatMap((name): [DocsFinding, string][] => [
      [{ path: objectPath(name), title: name, text: '' }, ''],
      ...fieldsOf({ $ref: `#/components/schemas/${name}` }, document).map((field): [DocsFinding, string] => [
        { path: objectPath(name), title: `${field.name} · ${name}`, text: field.description },
        '',
      ]),
    ]),
    ...operations.flatMap(({ operation }) =>
      ownFields(operation, document).map((field): [DocsFinding, string] => [
        { path: endpointPath(operation), title: `${field.name} · ${operation.summary}`, text: field.description },
        '',
      ]),
    ),
    ...OVERALL_STATUSES.map((status): [DocsFinding, string] => [
      { path: `${DOCUMENTATION}#outcomes`, title: status, text: OUTCOMES[status].meaning },
      '',
    ]),
    ...statusesOf(document).map((status): [DocsFinding, string] => [
      { path: otherPath('errors'), title: String(status), text: refusalOfStatus(status).meaning },
      '',
    ]),
    ...Object.entries(document.components.headers).map(([name, { description = '' }]): [DocsFinding, string] => [
      { path: `${otherPath('errors')}#rate-limits`, title: name, text: description },
      '',
    ]),
    ...Object.entries(document.webhooks).map(([kind, { post }]): [DocsFinding, string] => [
      { path: otherPath('webhooks'), title: kind, text: post.summary },
      'webhook',
    ]),
  ]
}

function ownFields(operation: OpenApiOperation, document: OpenApiDocument) {
  const schemas = [
    ...Object.values(operation.requestBody?.content ?? {}),
    ...Object.values(doneAnswer(operation.responses)?.content ?? {}),
  ].flatMap(({ schema }) => (schema && schema.type !== 'string' ? [schema] : []))
  const parameters = operation.parameters.map(({ name, description = '' }) => ({ name, description }))
  const fields = schemas.flatMap((schema) => fieldsOf(schema, document))
  return [...new Map([...parameters, ...fields].map((field) => [field.name, field])).values()]
}
