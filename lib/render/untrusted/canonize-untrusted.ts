import { documentExcess } from '@/lib/crypto/json-ld/document-excess'
import type { CanonizeOptions, CanonizeResult } from '@/lib/crypto/json-ld/untrusted-canonizer'
import { DOCUMENT_LIMITS } from './untrusted-limits'
import { untrustedPool } from './untrusted-pool-holder'

/**
 * The one door through which JSON-LD documents of others are canonized (`UntrustedCanonizer`): in a thread, for a second
 * at most, within limits of statements, blank nodes and memory.
 *
 * It stands in this room, beside the inspector of uploaded documents, because here is what takes foreign bytes apart in
 * threads and processes of their own; `domain` and `crypto` start none, and get it as an argument from `service`.
 * @param document must be cloneable; only its own enumerable members count
 * @param options the hash within RDFC-1.0
 */
export async function canonizeUntrusted(
  document: object,
  { digest = 'sha256' }: CanonizeOptions = {},
): Promise<CanonizeResult> {
  const excess = documentExcess(document, DOCUMENT_LIMITS)
  if (excess !== null) return { kind: 'refused', detail: excess }
  const outcome = await untrustedPool().run('canonize', { document, digest })
  return outcome.kind === 'done' ? { kind: 'canonized', nquads: outcome.output } : outcome
}
