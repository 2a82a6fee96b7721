import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { serialKey } from '@/lib/domain/certificate/serial'
import { eventBytes, eventHash } from '@/lib/domain/history/event'
import type { StatedArtifact } from '@/lib/domain/history/evidence'
import { stateArtifact } from '@/lib/service/files/state-artifact'
import { serviceSigner } from '@/lib/service/keys/service-signer'
import { servingPool, transaction } from '@/lib/store/database/database'
import { readEvidence } from '@/lib/store/evidence/read-evidence'
import { keyEncryptionKey } from '@/lib/store/keys/key-encryption-key'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { trustedSignatures } from './trusted-signatures'

/** What was found good once is asked again with one thing changed: a remembered result must not answer for it. */
describe('what is remembered of signatures', () => {
  useServiceDatabase()

  async function evidence() {
    const issuer = await mintIssuer()
    const [a, b] = [await issueOne(issuer), await issueOne(issuer)]
    const read = await readEvidence(servingPool(), [serialKey(a), serialKey(b)])
    return { ...read, signatures: trustedSignatures(read.serviceKeys, keyEncryptionKey()) }
  }

  it('is of an artifact’s every column', async () => {
    const { signatures, serviceKeys } = await evidence()
    const file = { bytes: Buffer.from('file'), template: '1', fonts: '2', generator: '3' }
    const stated = await transaction(async (tx) =>
      stateArtifact(randomUUID(), 'pdf', file, 1_800_000_000_000, await serviceSigner(tx)),
    )
    const changes: StatedArtifact[] = Object.entries(stated).map(([column, value]) => ({
      ...stated,
      [column]: typeof value === 'number' ? value + 1 : `${value}x`,
    }))
    expect(changes).toHaveLength(10)
    for (let time = 0; time < 2; time++) {
      expect(signatures.artifact(stated)).toBe('passed')
      for (const change of changes) expect(signatures.artifact(change)).not.toBe('passed')
    }
    const untrusted = serviceKeys.map((key) => ({ ...key, state: 'compromised' as const }))
    expect(trustedSignatures(untrusted, keyEncryptionKey()).artifact(stated)).toBe('undetermined')
    expect(signatures.artifact(stated)).toBe('passed')
  })

  it('is of an event’s bytes, its signature and its key', async () => {
    const { signatures, events } = await evidence()
    const [one, other] = [...events.values()].flatMap((chain) => chain.slice(0, 1))
    if (!one || !other) throw new Error('there are two histories')
    const bytes = eventBytes(one)
    const hash = eventHash(one)
    for (let time = 0; time < 2; time++) {
      expect(signatures.event(one, bytes, hash)).toBe('passed')
      expect(signatures.event({ ...one, signature: other.signature }, bytes, hash)).toBe('failed')
      expect(signatures.event({ ...one, serviceKeyId: 'another' }, bytes, hash)).toBe('undetermined')
      expect(signatures.event(one, eventBytes(other), eventHash(other))).toBe('failed')
    }
  })

  it('is of a credential’s bytes and of the key that its row names', async () => {
    const { signatures, lineages, issuerKeys } = await evidence()
    const [one, other] = [...lineages.values()].flat().map((row) => row.forms)
    const keys = [...issuerKeys.values()]
    const key = keys.find(({ algorithm }) => algorithm === 'ES256')
    const another = keys.find(({ algorithm }) => algorithm === 'EdDSA')
    if (!one || !other || !key || !another) throw new Error('there are two certificates and two keys')
    for (let time = 0; time < 2; time++) {
      const content = signatures.credential(one.vcJwt, one.vcJwtSha256, key)
      expect(content?.serial).toBeTruthy()
      expect(signatures.credential(other.vcJwt, other.vcJwtSha256, key)?.serial).not.toBe(content?.serial)
      expect(signatures.credential(one.vcJwt, one.vcJwtSha256, { ...key, keyId: another.keyId })).toBeNull()
      expect(signatures.credential(one.vcJwt, one.vcJwtSha256, { ...key, publicJwk: another.publicJwk })).toBeNull()
    }
  })
})
