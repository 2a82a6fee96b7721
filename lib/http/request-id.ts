import { randomUUID } from 'node:crypto'

/**
 * A fresh id of one request, sent as `x-request-id` and written with every log line about it. A client's own id is
 * ignored.
 */
export function newRequestId(): string {
  return randomUUID()
}
