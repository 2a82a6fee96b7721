import addFormats from 'ajv-formats'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020'
import { expect } from 'vitest'
import type {
  JsonSchema,
  OpenApiDocument,
  OpenApiHeader,
  OpenApiOperation,
} from '@/lib/contract/openapi/openapi-document'

/** The name under which each schema finds those that the document shares. */
const SHARED = 'document'

/** Compares answers with the OpenAPI document that describes them. */
export class OpenApiConformance {
  private readonly ajv = new Ajv2020({ strict: true, strictTypes: false, coerceTypes: false })
  /** By the schema as the document holds it: compiling one takes far longer than asking it. */
  private readonly compiled = new Map<JsonSchema, ValidateFunction>()

  constructor(private readonly document: OpenApiDocument) {
    addFormats.default(this.ajv)
    this.ajv.addVocabulary(['components'])
    this.ajv.addSchema(closed({ components: { schemas: document.components.schemas } }), SHARED)
  }

  /** Fails the test unless status, headers and body of an answer are as documented, with no field beyond. */
  async expectDocumented(operation: OpenApiOperation, response: Response): Promise<void> {
    const documented = operation.responses[String(response.status)]
    const body = await response.text()
    if (!documented) throw new Error(`${operation.operationId} does not document ${response.status}: ${body}`)
    this.expectHeaders(documented.headers, response.headers)
    const type = response.headers.get('content-type')?.split(';')[0] ?? ''
    if (!documented.content) {
      expect([type, body]).toEqual(['', ''])
      return
    }
    expect(Object.keys(documented.content)).toContain(type)
    const schema = documented.content[type]?.schema
    const isText = schema?.type === 'string' || schema === undefined
    if (schema) this.expectValid(schema, isText ? body : JSON.parse(body))
  }

  /** Fails the test unless the value has the shape, with no field beyond. */
  expectValid(schema: JsonSchema, value: unknown): void {
    const validate = this.compile(schema)
    validate(value)
    expect(validate.errors ?? []).toEqual([])
  }

  private compile(schema: JsonSchema): ValidateFunction {
    const known = this.compiled.get(schema)
    if (known) return known
    const made = this.ajv.compile(closed(schema))
    this.compiled.set(schema, made)
    return made
  }

  private expectHeaders(documented: Record<string, OpenApiHeader>, headers: Headers): void {
    for (const [name, given] of Object.entries(documented)) {
      const header = given.$ref ? this.document.components.headers[given.$ref.split('/').at(-1) ?? ''] : given
      const value = headers.get(name)
      if (value === null) expect(header?.required, `${name} is missing`).toBe(false)
      else this.expectValid(header?.schema ?? {}, header?.schema?.type === 'integer' ? Number(value) : value)
    }
    const undocumented = Object.keys(this.document.components.headers).filter(
      (name) => headers.has(name) && !(name in documented),
    )
    expect(undocumented).toEqual([])
  }
}

/** The same schema, refusing every field that it does not name. */
function closed<T>(schema: T): T {
  const text = JSON.stringify(schema, (key, value: unknown) => {
    if (key === '$ref' && typeof value === 'string' && value.startsWith('#')) return `${SHARED}${value}`
    const isOpen = typeof value === 'object' && value !== null && 'properties' in value && 'type' in value
    return isOpen ? { additionalProperties: false, ...value } : value
  })
  return JSON.parse(text) as T
}
