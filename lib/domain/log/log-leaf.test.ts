import fc from 'fast-check'
import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { LogFormatError } from '@/lib/crypto/tlog/log-format-error'
import { verifyVrf } from '@/lib/crypto/vrf/ecvrf'
import { beginLeaf, genuineLeaf, ISSUER, issuerLeaf, NOW } from '@/test/tlog/example-log'
import { newNoteKey } from '@/test/tlog/note-keys'
import { commitTo, logEntryText, logTag, opensCommitment, parseLogEntry } from './log-entry'
import { parseLogLeaf } from './log-leaf'
import { type PublicLeaf, publicLeafBytes } from './public-leaf'
import { sealedLeafBytes } from './sealed-leaf'
import { SeenTags } from './seen-tags'

const bytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes))
const HASH = 'ab'.repeat(32)

/** One leaf of each public kind. */
const PUBLIC: PublicLeaf[] = [
  { kind: 'log-begin/v1', fields: { at: 1, origin: 'o', vkey: 'v', vrf_key: 'A'.repeat(43) } },
  {
    kind: 'log-chain/v1',
    fields: { at: 1, chain: 'key', chain_id: ISSUER, detail: null, event_sha256: HASH, sequence: 1, type: 'retired' },
  },
  {
    kind: 'log-key/v1',
    fields: {
      algorithm: 'EdDSA',
      at: 1,
      key_id: 'k',
      owner: 'log',
      public_jwk: { crv: 'Ed25519', kty: 'OKP', x: 'x' },
      state: 'active',
    },
  },
  { kind: 'log-issuer/v1', fields: { at: 1, did: 'did:web:x', domain: null, id: ISSUER, name: 'Ñandú' } },
  { kind: 'log-issuer/v1', fields: { at: 1, did: 'd', domain: 'a.b', id: ISSUER, name: { salted_sha256: HASH } } },
  { kind: 'log-list/v1', fields: { at: 1, bits_sha256: HASH, list_id: ISSUER } },
  { kind: 'log-notice/v1', fields: { at: 1, from: null, notice: 'intake-end', to: null } },
]

describe('sealed leaves', () => {
  it('are 89 bytes: form, issuer, seconds, tag, commitment', () => {
    const { bytes, leaf, entry, salt } = genuineLeaf('ABCD1234')
    expect(bytes).toHaveLength(89)
    expect(bytes.toString('hex')).toBe(
      `01${ISSUER.replaceAll('-', '')}${NOW.toString(16).padStart(16, '0')}${leaf.tag.toString('hex')}${leaf.commitment.toString('hex')}`,
    )
    expect(leaf.commitment).toEqual(createHmac('sha256', salt).update(entry).digest())
    expect(parseLogLeaf(bytes)).toEqual({ kind: 'sealed', fields: leaf })
  })

  it('have the tag of serial and place, which the proof of the VRF shows', () => {
    const { leaf, proof, vrfKey } = genuineLeaf('ABCD1234', 2)
    const output = verifyVrf(vrfKey, Buffer.from('ABCD1234'), proof) as Buffer
    const key = output.subarray(0, 32)
    const tag = createHmac('sha256', key).update('certificate-verification/log-tag/v1\n2').digest()
    expect([leaf.tag, logTag(output, 2)]).toEqual([tag, tag])
    expect(logTag(output, 1)).not.toEqual(tag)
    expect(verifyVrf(vrfKey, Buffer.from('ABCD1235'), proof)).toBeNull()
  })

  it('are what they were, whatever they hold', () => {
    const leaves = fc.record({
      issuerId: fc.uuid({ version: [1, 4, 7] }),
      at: fc.nat(253_402_300_799),
      tag: bytes32,
      commitment: bytes32,
    })
    fc.assert(fc.property(leaves, (leaf) => void expect(parseLogLeaf(sealedLeafBytes(leaf)).kind).toBe('sealed')))
    fc.assert(
      fc.property(leaves, (leaf) => {
        expect(parseLogLeaf(sealedLeafBytes(leaf))).toEqual({ kind: 'sealed', fields: leaf })
      }),
    )
  })

  it('are of no other length, and of no year behind 9999', () => {
    const { bytes } = genuineLeaf('ABCD1234')
    for (const wrong of [bytes.subarray(0, 88), Buffer.concat([bytes, Buffer.alloc(1)]), Buffer.from([1])]) {
      expect(() => parseLogLeaf(wrong)).toThrow(LogFormatError)
    }
    const late = Buffer.from(bytes)
    late.writeBigUInt64BE(253_402_300_800n, 17)
    expect(() => parseLogLeaf(late)).toThrow(LogFormatError)
    late.writeBigUInt64BE(2n ** 64n - 1n, 17)
    expect(() => parseLogLeaf(late)).toThrow(LogFormatError)
  })
})

describe('entries', () => {
  const { entry, salt, leaf } = genuineLeaf('ABCD1234')

  it('are canonical JSON, and read as they were written', () => {
    expect(entry).toMatch(
      /^\{"at":1780000000000,"certificate_id":"0198.*"kind":"certificate-verification\/log-entry\/v1"/,
    )
    expect(logEntryText(parseLogEntry(entry) as NonNullable<ReturnType<typeof parseLogEntry>>)).toBe(entry)
    for (const wrong of [
      '',
      '{}',
      ` ${entry}`,
      entry.replace('"at":', '"at" :'),
      entry.replace('"issued"', '"made"'),
    ]) {
      expect(parseLogEntry(wrong)).toBeNull()
    }
  })

  it('open with their salt alone', () => {
    expect(opensCommitment(leaf.commitment, entry, salt)).toBe(true)
    expect(opensCommitment(leaf.commitment, entry, Buffer.alloc(32))).toBe(false)
    expect(opensCommitment(leaf.commitment, entry, salt.subarray(1))).toBe(false)
    expect(opensCommitment(leaf.commitment, entry.replace('issued', 'erased'), salt)).toBe(false)
    expect(() => commitTo(entry, Buffer.alloc(31))).toThrow(TypeError)
  })
})

describe('public leaves', () => {
  it.each(PUBLIC)('are canonical JSON that reads as it was written: $kind', (leaf) => {
    const bytes = publicLeafBytes(leaf)
    expect(bytes.toString()).toMatch(new RegExp(`^\\{"a.*"kind":"certificate-verification/${leaf.kind}"`))
    expect(parseLogLeaf(bytes)).toEqual(leaf)
    const text = bytes.toString()
    const wrong = [` ${text}`, `${text}\n`, text.replace(':', ': '), text.replace(/\{/, '{"aa":1,'), `[${text}]`]
    for (const one of wrong) expect(() => parseLogLeaf(Buffer.from(one))).toThrow(LogFormatError)
  })

  it('of a later version are told, not refused; of somebody else’s kind they are', () => {
    const later = '{"a":1,"kind":"certificate-verification/log-later/v9"}'
    expect(parseLogLeaf(Buffer.from(later))).toEqual({ kind: 'unknown', name: 'log-later/v9' })
    for (const wrong of [later.replace('certificate-', ''), '{"a":1}', '{"kind":1}', '"x"', 'null', '{}', '', '{']) {
      expect(() => parseLogLeaf(Buffer.from(wrong))).toThrow(LogFormatError)
    }
    expect(() => parseLogLeaf(Buffer.from(`{"a":"${'x'.repeat(9000)}","kind":"certificate-verification/x"}`))).toThrow(
      LogFormatError,
    )
  })

  it('are written only with the fields of their kind', () => {
    const wrong = { kind: 'log-list/v1', fields: { at: 1.5, bits_sha256: HASH, list_id: ISSUER } } as const
    expect(() => publicLeafBytes(wrong)).toThrow()
  })

  it('are read from any bytes without another exception, in one spelling', () => {
    const leaves = [
      beginLeaf(newNoteKey('x', 'log')),
      issuerLeaf(),
      genuineLeaf('A').bytes,
      ...PUBLIC.map(publicLeafBytes),
    ]
    const property = fc.property(
      fc.constantFrom(...leaves),
      fc.nat(400),
      fc.nat(400),
      fc.uint8Array({ maxLength: 20 }),
      (leaf, from, to, some) => {
        const bytes = Buffer.concat([leaf.subarray(0, from), some, leaf.subarray(to)])
        try {
          const read = parseLogLeaf(bytes)
          if (read.kind === 'sealed') expect(sealedLeafBytes(read.fields)).toEqual(bytes)
          else if (read.kind !== 'unknown') expect(publicLeafBytes(read)).toEqual(bytes)
        } catch (error) {
          expect(error).toBeInstanceOf(LogFormatError)
        }
      },
    )
    fc.assert(property, { numRuns: 1000 })
  })
})

describe('the tags that were seen', () => {
  it('are those that were added, however many', () => {
    const tag = (number: number) => createHmac('sha256', 'x').update(String(number)).digest()
    const tags = new SeenTags()
    for (let number = 0; number < 5000; number++) expect(tags.add(tag(number))).toBe(true)
    for (let number = 0; number < 5000; number++) expect(tags.add(tag(number))).toBe(false)
    expect(tags.add(tag(5000))).toBe(true)
  })

  it('are told apart where they begin alike', () => {
    const tags = new SeenTags()
    for (let number = 0; number < 2000; number++) {
      const tag = Buffer.alloc(32)
      tag.writeUInt32LE(number + 1, 8)
      expect([tags.add(tag), tags.add(tag)]).toEqual([true, false])
    }
  })
})
