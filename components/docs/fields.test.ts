import { describe, expect, it } from 'vitest'
import type { JsonSchema, OpenApiDocument } from '@/lib/contract/openapi/openapi-document'
import { openApiDocument } from '@/lib/http/openapi/openapi'
import { fieldsOf, namedObjects, typeOf } from './fields'

const words = (schema: JsonSchema) =>
  typeOf(schema)
    .map(({ text }) => text)
    .join('')

function documentOf(schemas: Record<string, JsonSchema>): OpenApiDocument {
  return { ...openApiDocument(), components: { ...openApiDocument().components, schemas } }
}

describe('a type in words', () => {
  it.each<[string, JsonSchema]>([
    ['string', { type: 'string' }],
    ['string or null', { type: ['string', 'null'] }],
    ['timestamp or null', { anyOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }] }],
    [
      'UUID or empty',
      {
        anyOf: [
          { type: 'string', format: 'uuid' },
          { type: 'string', const: '' },
        ],
      },
    ],
    ['Certificate or null', { anyOf: [{ $ref: '#/components/schemas/Certificate' }, { type: 'null' }] }],
    ['array of string, 1 to 100', { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 100 }],
    ['integer, 1 or more', { type: 'integer', minimum: 1 }],
    ['integer, 1 to 5 or null', { type: ['integer', 'null'], minimum: 1, maximum: 5 }],
    ['true', { type: 'boolean', const: true }],
    ['any', {}],
  ])('%s', (text, schema) => expect(words(schema)).toBe(text))
})

describe('the fields of an object', () => {
  const inner: JsonSchema = { type: 'object', properties: { b: { type: 'string' } } }
  const document = documentOf({
    Outer: {
      type: 'object',
      required: ['a'],
      properties: {
        a: { ...inner, description: 'An object' },
        list: { type: 'array', items: inner },
        named: { $ref: '#/components/schemas/Named' },
        word: { type: 'string', enum: ['x', 'y'], description: 'A word' },
      },
    },
    Named: inner,
  })

  it('include those of objects written inside it, and not those of named ones', () => {
    const fields = fieldsOf({ $ref: '#/components/schemas/Outer' }, document)
    expect(fields.map(({ name }) => name)).toEqual(['a', 'a.b', 'list', 'list[].b', 'named', 'word'])
    expect(fields.map(({ required }) => required)).toEqual([true, false, false, false, false, false])
    expect(fields.at(-1)?.description).toBe('A word. One of `x`, `y`')
  })

  it('name the objects that have a table of their own', () => {
    expect(namedObjects(document)).toEqual(['Named'])
    expect(namedObjects(openApiDocument())).toEqual(
      expect.arrayContaining(['Certificate', 'Verification', 'Check', 'Artifact', 'LookupItem']),
    )
  })
})
