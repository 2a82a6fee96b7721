import { describe, expect, it } from 'vitest'
import type { JsonSchema, OpenApiOperation } from '@/lib/contract/openapi/openapi-document'
import { OpenApiConformance } from '@/test/server/openapi-conformance'
import { openApiDocument } from './openapi'

const document = openApiDocument()
const conformance = new OpenApiConformance(document)
const operations = Object.values(document.paths)
  .flatMap((item) => Object.values(item))
  .map((operation): [string, OpenApiOperation] => [operation.operationId, operation])

/** Bytes of a file, and forms that hold one, have no example in text. */
const isBinary = (type: string, schema: JsonSchema | undefined) =>
  schema?.format === 'binary' || type === 'multipart/form-data'

describe.each(operations)('%s', (_, operation) => {
  it('has an example of every request that can be written down, valid by its own schema', () => {
    for (const [type, { schema, example }] of Object.entries(operation.requestBody?.content ?? {})) {
      if (isBinary(type, schema)) continue
      expect([type, example]).toEqual([type, expect.anything()])
      conformance.expectValid(schema ?? {}, example)
    }
    for (const { name, required, schema, example } of operation.parameters) {
      if (required) expect([name, example]).toEqual([name, expect.any(String)])
      if (example !== undefined) conformance.expectValid(schema, schema.type === 'integer' ? Number(example) : example)
    }
  })

  it('has an example of every answer that does what was asked for, valid by its own schema', () => {
    const done = Object.entries(operation.responses).filter(([status]) => status === '200' || status === '202')
    expect(done).toHaveLength(1)
    for (const [, { content = {} }] of done) {
      for (const [type, { schema, example }] of Object.entries(content)) {
        if (isBinary(type, schema)) continue
        expect([type, example]).toEqual([type, expect.anything()])
        conformance.expectValid(schema ?? {}, example)
      }
    }
  })
})

it('covers every kind of request and answer', () => {
  expect(operations.length).toBeGreaterThan(25)
  const names = operations.map(([name]) => name)
  expect(names).toEqual(expect.arrayContaining(['verifyBatch', 'validateReceipt', 'watchCertificates']))
})

it('refuses an example with a field that its schema does not know', () => {
  const [, watch] = operations.find(([name]) => name === 'watchCertificates') ?? []
  const { schema, example } = watch?.requestBody?.content['application/json'] ?? {}
  expect(() => conformance.expectValid(schema ?? {}, { ...(example as object), name: 'Ana' })).toThrow()
})
