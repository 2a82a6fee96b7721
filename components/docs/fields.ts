import type { JsonSchema, OpenApiDocument } from '@/lib/contract/openapi/openapi-document'

/** One word of a type; a word that names an object of the document leads to its table. */
interface TypeWord {
  text: string
  /** Name of the object. */
  object?: string
}

/** One row of a table of fields. */
export interface FieldRow {
  /** With the objects around it: `recipient.full_name`, `replaced[].serial`. */
  name: string
  type: TypeWord[]
  required: boolean
  description: string
}

const PREFIX = '#/components/schemas/'

/** The name of the object that a schema refers to, or null. */
function objectOf(schema: JsonSchema): string | null {
  return schema.$ref?.startsWith(PREFIX) ? schema.$ref.slice(PREFIX.length) : null
}

/** The schema itself, where it is only a reference. */
function resolve(schema: JsonSchema, document: OpenApiDocument): JsonSchema {
  const name = objectOf(schema)
  return name === null ? schema : (document.components.schemas[name] ?? schema)
}

/**
 * Every field of an object, those of the objects written inside it too; objects with a name of their own have their
 * own table.
 * @param schema of an object, or a reference to one
 */
export function fieldsOf(schema: JsonSchema, document: OpenApiDocument, before = ''): FieldRow[] {
  const { properties = {}, required = [] } = resolve(schema, document)
  return Object.entries(properties).flatMap(([key, given]) => {
    const name = before + key
    const row = { name, type: typeOf(given), required: required.includes(key), description: descriptionOf(given) }
    const inside = given.type === 'array' ? given.items : given
    const prefix = given.type === 'array' ? `${name}[].` : `${name}.`
    const hasOwnTable = inside === undefined || objectOf(inside) !== null
    return [row, ...(hasOwnTable ? [] : fieldsOf(inside, document, prefix))]
  })
}

/** The objects that fields refer to, in the order in which they are first met. */
export function namedObjects(document: OpenApiDocument): string[] {
  const found = new Set<string>()
  for (const schema of Object.values(document.components.schemas)) {
    for (const { type } of fieldsOf(schema, document)) {
      for (const { object } of type) if (object) found.add(object)
    }
  }
  return [...found]
}

function descriptionOf(schema: JsonSchema): string {
  return [schema.description ?? '', ...limitsOf(schema)].filter(Boolean).join('. ')
}

function limitsOf({ enum: values }: JsonSchema): string[] {
  return values ? [`One of ${values.map((value) => `\`${String(value)}\``).join(', ')}`] : []
}

const FORMATS = new Map([
  ['date-time', 'timestamp'],
  ['date', 'date'],
  ['uuid', 'UUID'],
])

/** The type of a value in words, such as “array of string, 1 to 100”. */
export function typeOf(schema: JsonSchema): TypeWord[] {
  const object = objectOf(schema)
  if (object !== null) return [{ text: object, object }]
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return choices.flatMap((one, at) => [...(at > 0 ? [{ text: ' or ' }] : []), ...typeOf(one)])
  if (Array.isArray(schema.type)) return typeOf({ anyOf: schema.type.map((type) => ({ ...schema, type })) })
  if (schema.const === '') return [{ text: 'empty' }]
  if (schema.const !== undefined) return [{ text: JSON.stringify(schema.const) }]
  if (schema.type === 'array') {
    return [{ text: 'array of ' }, ...typeOf(schema.items ?? {}), ...countOf(schema)]
  }
  return [{ text: FORMATS.get(schema.format ?? '') ?? schema.type ?? 'any' }, ...rangeOf(schema)]
}

function countOf({ minItems, maxItems }: JsonSchema): TypeWord[] {
  return minItems === undefined || maxItems === undefined ? [] : [{ text: `, ${minItems} to ${maxItems}` }]
}

function rangeOf({ type, minimum, maximum }: JsonSchema): TypeWord[] {
  if (type === 'null') return []
  if (minimum !== undefined && maximum !== undefined) return [{ text: `, ${minimum} to ${maximum}` }]
  return minimum === undefined ? [] : [{ text: `, ${minimum} or more` }]
}
