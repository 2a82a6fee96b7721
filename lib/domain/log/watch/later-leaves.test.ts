import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { LogLeaf } from '@/lib/domain/log/log-leaf'
import { LaterLeaves } from './later-leaves'

const issuerId = randomUUID()
const key = { id: 'did:web:issuer.example#key', owner: 'did:web:issuer.example' }

function after(...leaves: object[]): LaterLeaves {
  const later = new LaterLeaves({ nextTag: Buffer.alloc(32), issuerId, key })
  for (const [index, leaf] of leaves.entries()) later.take(index, leaf as LogLeaf)
  return later
}

const standing = (type: 'suspended' | 'resumed', sequence: number) => ({
  ...{ kind: 'log-chain/v1', fields: { chain: 'issuer', chain_id: issuerId, type, sequence } },
})
const state = (name: string) => ({ kind: 'log-key/v1', fields: { key_id: key.id, owner: key.owner, state: name } })

describe('what came later', () => {
  it('is what the newest entry of an issuer’s history says, wherever it stands', () => {
    expect(after(standing('suspended', 1)).isIssuerSuspended).toBe(true)
    expect(after(standing('suspended', 1), standing('resumed', 2)).isIssuerSuspended).toBe(false)
    expect(after(standing('resumed', 2), standing('suspended', 3), standing('resumed', 2)).isIssuerSuspended).toBe(true)
    expect(after(standing('suspended', 3), standing('resumed', 3)).isIssuerSuspended).toBe(true)
  })

  it('is the end of a key, which never comes back', () => {
    expect(after(state('active')).keyState).toBe('active')
    expect(after(state('active'), state('retired'), state('active')).keyState).toBe('retired')
    expect(after(state('compromised'), state('active'), state('retired')).keyState).toBe('compromised')
    expect(after().keyState).toBeNull()
  })
})
