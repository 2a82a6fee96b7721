import { afterAll, describe, expect, it } from 'vitest'
import { BADGE_CONTEXTS } from '@/lib/crypto/contexts'
import { jsonLdCanonizer } from '@/lib/crypto/json-ld-canonizer'
import { canonizeUntrusted } from './canonize-untrusted'
import { WARM_UP_DOCUMENT } from './untrusted-limits'
import { untrustedPool } from './untrusted-pool-holder'

afterAll(() => untrustedPool().close())

describe('canonizeUntrusted', () => {
  it('gives what the canonizer of our own credentials gives', async () => {
    const nquads = await jsonLdCanonizer(BADGE_CONTEXTS)(WARM_UP_DOCUMENT)
    expect(await canonizeUntrusted(WARM_UP_DOCUMENT)).toEqual({ kind: 'canonized', nquads })
  })

  it('refuses what no context defines', async () => {
    const result = await canonizeUntrusted({ ...WARM_UP_DOCUMENT, type: 'Unheard' })
    expect(result).toEqual({ kind: 'refused', detail: 'Relative @type reference found: Unheard' })
  })
})
