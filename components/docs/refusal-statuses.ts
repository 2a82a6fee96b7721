import type { OpenApiDocument } from '@/lib/contract/openapi/openapi-document'
import type { RefusalStatus } from '@/lib/contract/refusals'

/** The error statuses that some endpoint answers with. */
export function statusesOf(document: OpenApiDocument): RefusalStatus[] {
  const operations = Object.values(document.paths).flatMap((item) => Object.values(item))
  const used = new Set(operations.flatMap(({ responses }) => Object.keys(responses).map(Number)))
  return [...used].filter((status) => status >= 400).sort((a, b) => a - b) as RefusalStatus[]
}
