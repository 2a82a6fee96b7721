import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { LogLeaf } from '@/lib/domain/log/log-leaf'
import { LaterLeaves } from './later-leaves'

const issuerId = randomUUID()
const key = { id: 'did:web:issuer.example#key', owner: 'did:web:issuer.example' }

function after(...leaves: object[]): LaterLeaves {
  return since(0, ...leaves)
}

function since(size: number, ...leaves: object[]): LaterLeaves {
  const later = new LaterLeaves({ nextTag: Buffer.alloc(32), issuerId, key, since: size })
  for (const [index, leaf] of leaves.entries()) later.take(index, leaf as LogLeaf)
  return later
}

const standing = (type: 'suspended' | 'resumed', sequence: number) => ({
  ...{ kind: 'log-chain/v1', fields: { chain: 'issuer', chain_id: issuerId, type, sequence } },
})
const state = (name: string) => ({ kind: 'log-key/v1', fields: { key_id: key.id, owner: key.owner, state: name } })

const sealed = (tag: number) => ({ kind: 'sealed', fields: { issuerId, at: 70 + tag, tag: Buffer.alloc(32, tag) } })

describe('what came later', () => {
  it('is the next leaf of the certificate, where there is one', () => {
    expect(after(sealed(1), sealed(2)).next).toBeNull()
    expect(after(sealed(1), sealed(0), sealed(2)).next).toEqual({ index: 1, at: 70 })
  })

  it('is nothing that is said of another issuer or another key', () => {
    const [suspended, compromised] = [standing('suspended', 1), state('compromised')]
    const others = [
      { ...suspended, fields: { ...suspended.fields, chain_id: randomUUID() } },
      { ...suspended, kind: 'log-later/v1' },
      { ...compromised, fields: { ...compromised.fields, key_id: 'did:web:issuer.example#other' } },
      { ...compromised, fields: { ...compromised.fields, owner: 'did:web:other.example' } },
      { ...compromised, kind: 'log-later/v1' },
    ]
    const later = after(...others)
    expect([later.isSuspended, later.isSuspendedSince, later.isKeyKnown, later.isKeyCompromisedSince]).toEqual([
      false,
      false,
      false,
      false,
    ])
    expect(since(1, suspended)).toMatchObject({ isSuspended: true, isSuspendedSince: false })
  })

  it('is what the newest entry of an issuer’s history says, wherever it stands', () => {
    expect(after(standing('suspended', 1)).isSuspendedSince).toBe(true)
    expect(after(standing('suspended', 1), standing('resumed', 2)).isSuspendedSince).toBe(false)
    expect(after(standing('resumed', 2), standing('suspended', 3), standing('resumed', 2)).isSuspendedSince).toBe(true)
    expect(after(standing('suspended', 3), standing('resumed', 3)).isSuspendedSince).toBe(true)
  })

  it('is the end of a key, which never comes back', () => {
    const ends = (...leaves: object[]) => [after(...leaves).isKeyKnown, after(...leaves).isKeyCompromisedSince]
    expect(ends(state('active'), state('retired'), state('active'))).toEqual([true, false])
    expect(ends(state('compromised'), state('active'), state('retired'))).toEqual([true, true])
    expect(ends()).toEqual([false, false])
  })

  it('of a key and of its issuer stays said, whichever comes later', () => {
    const ended = { isSuspendedSince: true, isKeyCompromisedSince: true }
    expect(after(state('compromised'), standing('suspended', 1))).toMatchObject(ended)
    expect(after(standing('suspended', 1), state('compromised'))).toMatchObject(ended)
  })

  it('is nothing that was known then', () => {
    const leaves = [state('active'), standing('suspended', 1), state('compromised')]
    expect(since(3, ...leaves)).toMatchObject({
      ...{ isSuspendedSince: false, isKeyCompromisedSince: false, isKeyKnown: true },
    })
    expect(since(2, ...leaves)).toMatchObject({ isSuspendedSince: false, isKeyCompromisedSince: true })
    expect(since(1, ...leaves)).toMatchObject({ isSuspendedSince: true, isKeyCompromisedSince: true })
    expect(since(3, ...leaves, standing('resumed', 2), standing('suspended', 3)).isSuspendedSince).toBe(false)
  })
})
