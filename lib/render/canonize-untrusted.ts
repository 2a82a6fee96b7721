import { BUNDLED_CONTEXTS } from '@/lib/crypto/contexts'
import { jsonLdCanonizer } from '@/lib/crypto/json-ld-canonizer'
import { JsonLdError } from '@/lib/crypto/json-ld-error'
import type { CanonizeResult } from '@/lib/crypto/untrusted-canonizer'

const canonize = jsonLdCanonizer(BUNDLED_CONTEXTS)

/** The one door through which documents of unknown origin are canonized. See `UntrustedCanonizer`. */
export async function canonizeUntrusted(document: object): Promise<CanonizeResult> {
  try {
    return { kind: 'canonized', nquads: await canonize(document) }
  } catch (error) {
    if (error instanceof JsonLdError) return { kind: 'refused', detail: error.message }
    throw error
  }
}
