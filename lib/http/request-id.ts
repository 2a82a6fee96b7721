import { randomUUID } from 'node:crypto'

/** A fresh id of one request, sent as `x-request-id` and written beside every log line of it; a client's is ignored. */
export function newRequestId(): string {
  return randomUUID()
}
