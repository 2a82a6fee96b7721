import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { generateKeyPair } from '@/lib/crypto/signature/public-key'
import { serviceKeyMac, verifyServiceKeyMac } from './key-row-mac'

const KEK = randomBytes(32)
const row = { id: 'service-1', publicJwk: generateKeyPair('ES256').publicJwk, state: 'active' }
const mac = serviceKeyMac(KEK, row)

describe('serviceKeyMac', () => {
  it('verifies for its own row only, whatever the order of its members', () => {
    const { x, ...rest } = row.publicJwk
    expect(verifyServiceKeyMac(KEK, { ...row, publicJwk: { ...rest, x } as typeof row.publicJwk }, mac)).toBe(true)
    expect(verifyServiceKeyMac(KEK, { ...row, id: 'service-2' }, mac)).toBe(false)
    expect(verifyServiceKeyMac(KEK, { ...row, state: 'retired' }, mac)).toBe(false)
    expect(verifyServiceKeyMac(KEK, { ...row, publicJwk: generateKeyPair('ES256').publicJwk }, mac)).toBe(false)
    expect(verifyServiceKeyMac(randomBytes(32), row, mac)).toBe(false)
  })

  it.each(['', 'AAAA', `${mac}=`, mac.slice(1), `${mac}A`, ` ${mac}`])('refuses %j', (other) => {
    expect(verifyServiceKeyMac(KEK, row, other)).toBe(false)
  })
})
