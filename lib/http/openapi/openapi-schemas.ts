import { z } from 'zod'
import type { JsonSchema } from '@/lib/contract/openapi/openapi-document'

const DEFINITION = '#/$defs/'
const COMPONENT = '#/components/schemas/'

/** Turns zod shapes into JSON Schema and gathers those that have an id, so that each is in the document once. */
export class OpenApiSchemas {
  readonly components: Record<string, JsonSchema> = {}

  /**
   * @param io `input` for what callers send, `output` for what we answer
   * @returns the schema, or a reference where the shape has an id
   * @throws Error when two shapes share an id, or one differs between the two directions
   */
  add(shape: z.ZodType, io: 'input' | 'output'): JsonSchema {
    const made = z.toJSONSchema(shape, { io, target: 'draft-2020-12', override: ({ jsonSchema }) => tidy(jsonSchema) })
    const { $schema: _, $defs = {}, ...root } = made
    for (const [id, definition] of Object.entries($defs)) this.keep(id, toComponents(definition))
    return toComponents(root)
  }

  private keep(id: string, schema: JsonSchema): void {
    const known = this.components[id]
    if (known && JSON.stringify(known) !== JSON.stringify(schema)) throw new Error(`Two shapes are called ${id}.`)
    this.components[id] = schema
  }
}

/** A pattern beside a format only repeats it, at length; and answers gain fields, so none is closed. */
function tidy(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.format) delete schema.pattern
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema.additionalProperties === false) delete schema.additionalProperties
}

function toComponents(schema: unknown): JsonSchema {
  const text = JSON.stringify(schema, (key, value: unknown) =>
    key === '$ref' && typeof value === 'string' ? value.replace(DEFINITION, COMPONENT) : value,
  )
  return JSON.parse(text) as JsonSchema
}
