import { VrfOutputs } from '@/lib/crypto/vrf/vrf-outputs'
import type { Evidence, LoggedLeaf } from '@/lib/domain/history/evidence'
import { touchesOf } from '@/lib/domain/log/event-touch'
import { chainLeaf, sealedLeafOf } from '@/lib/domain/log/make-leaf'
import { publicLeafBytes } from '@/lib/domain/log/public-leaf'
import { CHAIN_ID, START } from '@/test/example-history'
import { DID, ISSUER_ID } from './example-record'

export const VRF_SECRET = Buffer.alloc(32, 9)
const vrf = new VrfOutputs(VRF_SECRET)
const outputs = new Map<string, Buffer>()

/** What the log's VRF gives for a serial; it takes a while, and is asked for the same ones by every test. */
export function outputOf(serialKey: string): Buffer {
  const output = outputs.get(serialKey) ?? vrf.of(Buffer.from(serialKey))
  outputs.set(serialKey, output)
  return output
}

/** The same with a public log that has all of it, up to this moment. */
export function withLog(evidence: Evidence): Evidence {
  let index = 0
  const add = (subject: string, leaf: Omit<LoggedLeaf, 'index'>) =>
    evidence.leaves.set(subject, [...(evidence.leaves.get(subject) ?? []), { ...leaf, index: index++ }])
  for (const { id, keyId, algorithm, publicJwk } of evidence.issuerKeys.values()) {
    const fields = {
      algorithm,
      at: START,
      key_id: keyId,
      owner: DID,
      public_jwk: JSON.parse(publicJwk) as never,
      state: 'active' as const,
    }
    add(id, {
      kind: 'key',
      place: 1,
      part: 0,
      leaf: publicLeafBytes({ kind: 'log-key/v1', fields }).toString(),
      salt: null,
    })
  }
  for (const [chainId, events] of evidence.events) {
    if (chainId !== CHAIN_ID)
      for (const event of events)
        add(chainId, { kind: 'event', place: event.sequence, part: 0, leaf: chainLeaf(event).toString(), salt: null })
  }
  const rows = evidence.lineages.get(CHAIN_ID) ?? []
  for (const touch of touchesOf(evidence.events.get(CHAIN_ID) ?? [])) {
    const row = rows.find(({ id }) => id === touch.certificateId)
    const output = outputOf(row?.serialKey ?? '')
    const { leaf, salt } = sealedLeafOf(touch, { issuerId: ISSUER_ID, statusChangeSha256: null }, output)
    const place = touch.event.sequence
    add(CHAIN_ID, {
      kind: 'event',
      place,
      part: touch.part,
      leaf: leaf.toString('hex'),
      salt: salt?.toString('hex') ?? null,
    })
  }
  const published = { publishedSize: index, publishedRoot: 'ab'.repeat(32), origin: 'certificates.example/log' }
  evidence.log = { isGenuine: true, ...published, intakeEnd: null, intakeEndedAt: null, missing: null }
  return evidence
}
