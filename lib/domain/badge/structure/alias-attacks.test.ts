import { afterAll, describe, expect, it } from 'vitest'
import { BADGE_CONTEXTS } from '@/lib/crypto/json-ld/contexts'
import { jsonLdCanonizer } from '@/lib/crypto/json-ld/json-ld-canonizer'
import { addDataIntegrityProof, verifyDataIntegrityProof } from '@/lib/crypto/signature/data-integrity'
import { generateKeyPair, publicKeyFrom } from '@/lib/crypto/signature/public-key'
import { localSigner } from '@/lib/crypto/signature/signer'
import { readBadge } from '@/lib/domain/badge/read/read-badge'
import { canonizeUntrusted } from '@/lib/render/untrusted/canonize-untrusted'
import { untrustedPool } from '@/lib/render/untrusted/untrusted-pool-holder'
import { exampleBadge } from '@/test/badges/badge-fixture'
import { ALIAS_ATTACKS } from '@/test/tables/alias-attacks.table'
import { checkStructure } from './check-structure'

afterAll(() => untrustedPool().close())

const { publicJwk, privateKey } = generateKeyPair('EdDSA')
const canonize = jsonLdCanonizer(BADGE_CONTEXTS)

async function signedBadge() {
  return addDataIntegrityProof(
    exampleBadge(),
    {
      signer: localSigner('key-1', privateKey),
      verificationMethod: 'did:web:badges.example#key-1',
      created: '2024-01-01T00:00:00Z',
    },
    canonize,
  )
}

/** The codes of a badge's structure, after it has gone through the same door as every badge. */
async function structureOf(badge: object): Promise<string[]> {
  const { badge: read, checks } = readBadge(Buffer.from(JSON.stringify(badge)))
  const structure = read ? await checkStructure(read, canonizeUntrusted) : []
  return [...checks, ...structure].flatMap(({ errors }) => errors.map(({ code }) => code))
}

describe('a signed badge', () => {
  it('has a good structure and a good signature as it is', async () => {
    const badge = await signedBadge()
    expect(await structureOf(badge)).toEqual([])
    expect(await verifyDataIntegrityProof(badge, publicKeyFrom(publicJwk), canonize)).toBe(true)
  })

  it.each(ALIAS_ATTACKS)('is refused with $name (signature holds: $signatureHolds)', async (attack) => {
    const { change, signatureHolds } = attack
    const attacked = change(await signedBadge())
    expect(await verifyDataIntegrityProof(attacked, publicKeyFrom(publicJwk), canonize)).toBe(signatureHolds)
    const codes = await structureOf(attacked)
    expect(codes.some((code) => ['context_inline', 'not_compacted', 'jsonld_unsafe'].includes(code))).toBe(true)
  })
})
