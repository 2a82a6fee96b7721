import fc from 'fast-check'
import { expect, it } from 'vitest'
import { canonicalJson } from '@/lib/crypto/encoding/canonical-json'
import { ARTIFACT_TYPES, artifactStatementPayload } from './artifact'

const text = fc.string({ unit: 'grapheme' })
const artifact = fc.record({
  ...{ id: text, certificateId: text, type: fc.constantFrom(...ARTIFACT_TYPES), size: fc.nat(), sha256: text },
  ...{ template: text, fonts: text, generator: text, createdAt: fc.nat({ max: 4_000_000_000_000 }) },
})

it('what is stated of a file is canonical JSON', () => {
  fc.assert(
    fc.property(artifact, (made) => {
      const { certificateId, createdAt, ...rest } = made
      const facts = { ...rest, certificate_id: certificateId, created_at: createdAt }
      expect(artifactStatementPayload(made)).toBe(canonicalJson(facts))
    }),
  )
})
