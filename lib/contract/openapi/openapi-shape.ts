import { z } from 'zod'

/** The OpenAPI document as far as a reader who does not know OpenAPI can rely on it; that standard defines the rest. */
export const openApiShape = z.looseObject({
  openapi: z
    .string()
    .regex(/^3\.1\.\d+$/)
    .describe('Version of the OpenAPI specification'),
  info: z
    .looseObject({
      title: z.string().describe('Name of the interface'),
      version: z.string().describe('Version of the interface'),
    })
    .describe('What the document is about'),
  servers: z
    .array(z.looseObject({ url: z.string().describe('Base address of this service') }))
    .describe('Where the service is'),
  paths: z.looseObject({}).describe('Every endpoint by path and method'),
  webhooks: z.looseObject({}).describe('What is sent to programs of issuers, by its kind'),
  components: z.looseObject({}).describe('Shapes, headers and refusals that the endpoints share'),
})
