import { describe, expect, it } from 'vitest'
import { LogFormatError } from '@/lib/crypto/tlog/log-format-error'
import { parsePolicy } from '@/lib/crypto/tlog/trust-policy'
import { proveVrf, vrfPublicKey } from '@/lib/crypto/vrf/ecvrf'
import { ExampleLog, genuineLeaf, issuerLeaf, NOW, someLeaves } from '@/test/tlog/example-log'
import { proveLeaf } from '@/test/tlog/prove-leaf'
import { verifyCertificateProof } from './certificate-proof'
import { logTag } from './log-entry'
import { parsePublicLeaf, publicLeafBytes } from './public-leaf'
import { sealedLeafBytes } from './sealed-leaf'

const SERIAL = 'ABCD1234'
const OTHER_SECRET = Buffer.alloc(32, 7)
/** Points of order 1, 2, 4 and 8: under such a key a proof of anybody holds for any output of a few. */
const SMALL_ORDER = [
  '0100000000000000000000000000000000000000000000000000000000000000',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  '0000000000000000000000000000000000000000000000000000000000000000',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
]
const genuine = genuineLeaf(SERIAL)

/** A leaf of the certificate whose tag is made under another VRF key than the log's. */
function leafUnderOther() {
  const { output, proof } = proveVrf(OTHER_SECRET, Buffer.from(SERIAL))
  return { ...genuine, proof, bytes: sealedLeafBytes({ ...genuine.leaf, tag: logTag(output, 1) }) }
}

/** A log that says in its first leaf that its tags are made under this VRF key. */
async function logUnder(vrfKey: Buffer | null): Promise<ExampleLog> {
  const log = new ExampleLog()
  const [begin, ...others] = someLeaves(log.key, 6)
  const named = parsePublicLeaf(begin as Buffer)
  if (named.kind !== 'log-begin/v1') throw new Error('a log begins otherwise')
  const { fields } = named
  const first =
    vrfKey === null
      ? (begin as Buffer)
      : publicLeafBytes({ kind: 'log-begin/v1', fields: { ...fields, vrf_key: vrfKey.toString('base64url') } })
  return log.grow([first, ...others, genuine.bytes])
}

const check = (log: ExampleLog, proof: string) =>
  verifyCertificateProof(Buffer.from(proof), parsePolicy(Buffer.from(log.policy)), NOW)

describe('the proof of a certificate', () => {
  it('holds under the key that the log begins with', async () => {
    const log = await logUnder(null)
    const proved = check(log, await proveLeaf(log, SERIAL, genuine))
    expect(proved).toMatchObject({ serial: SERIAL, index: 8, entry: { type: 'issued', place: 1 } })
  })

  it('does not hold with the proof of another VRF key', async () => {
    const log = await logUnder(null)
    const { proof } = proveVrf(OTHER_SECRET, Buffer.from(SERIAL))
    const shown = await proveLeaf(log, SERIAL, { ...genuine, proof })
    expect(() => check(log, shown)).toThrow(/which tag the serial has/)
  })

  it('does not hold where a beginning with another VRF key is shown', async () => {
    const [log, other] = [await logUnder(null), await logUnder(vrfPublicKey(OTHER_SECRET))]
    const { proof } = proveVrf(OTHER_SECRET, Buffer.from(SERIAL))
    const own = log.leaves[0] as Buffer
    log.leaves[0] = other.leaves[0] as Buffer
    const shown = await proveLeaf(log, SERIAL, { ...genuine, proof })
    log.leaves[0] = own
    expect(() => check(log, shown)).toThrow(/does not|inclusion|proof/i)
  })

  it('does not hold of a leaf under another VRF key than that of the log’s beginning, whatever beginning is shown', async () => {
    const [own, other] = [await logUnder(null), await logUnder(vrfPublicKey(OTHER_SECRET))]
    const leaf = leafUnderOther()
    await own.grow([leaf.bytes])
    const begin = own.leaves[0] as Buffer
    own.leaves[0] = other.leaves[0] as Buffer
    const shown = await proveLeaf(own, SERIAL, leaf)
    own.leaves[0] = begin
    expect(() => check(own, shown)).toThrow(/from the beginning of the log/)
  })

  it('holds of an entry to its second', async () => {
    const within = genuineLeaf(SERIAL, 1, { at: NOW * 1000 + 999 })
    const log = new ExampleLog()
    await log.grow([...someLeaves(log.key, 6), within.bytes])
    expect(check(log, await proveLeaf(log, SERIAL, within)).index).toBe(8)
  })

  it.each<[string, Partial<typeof genuine>, RegExp]>([
    ['a salt that is too short', { salt: genuine.salt.subarray(1) }, /does not carry an entry/],
    ['an entry in another spelling', { entry: ` ${genuine.entry}` }, /does not carry an entry/],
    ['an entry that is none', { entry: '{}' }, /does not carry an entry/],
    ['another entry', { entry: genuine.entry.replace('"issued"', '"resigned"') }, /from the leaf to the checkpoint/],
    ['another salt', { salt: Buffer.alloc(32, 9) }, /from the leaf to the checkpoint/],
  ])('does not hold with %s', async (_, change, sentence) => {
    const log = await logUnder(null)
    const shown = await proveLeaf(log, SERIAL, { ...genuine, ...change })
    expect(() => check(log, shown)).toThrow(sentence)
    expect(() => check(log, shown)).toThrow(LogFormatError)
  })

  it.each<[string, (extra: Record<string, unknown>) => unknown, RegExp]>([
    ['nothing', () => '', /is opened with/],
    ['no object', () => [], /is opened with/],
    ['more than there is', (extra) => ({ ...extra, more: 1 }), /is opened with/],
    ['a salt that is no Base64', (extra) => ({ ...extra, salt: '=' }), /is opened with/],
    [
      'another beginning',
      (extra) => ({ ...extra, begin: { leaf: issuerLeaf().toString('base64'), proof: [] } }),
      /does not begin with/,
    ],
  ])('does not hold where it carries %s', async (_, change, sentence) => {
    const log = await logUnder(null)
    const shown = await proveLeaf(log, SERIAL, genuine)
    const changed = shown.replace(/^extra (.*)$/m, (_line, text: string) => {
      const extra = JSON.parse(Buffer.from(text, 'base64').toString()) as Record<string, unknown>
      return `extra ${Buffer.from(JSON.stringify(change(extra))).toString('base64')}`
    })
    expect(() => check(log, changed)).toThrow(sentence)
    expect(() => check(log, changed)).toThrow(LogFormatError)
  })

  it.each(SMALL_ORDER)('does not hold under a VRF key of small order: %s', async (hex) => {
    const log = await logUnder(Buffer.from(hex, 'hex'))
    // What a forger would show: no key, and so no product with it.
    const forged = Buffer.concat([Buffer.from(hex, 'hex'), Buffer.alloc(48)])
    const shown = await proveLeaf(log, SERIAL, { ...genuine, proof: forged })
    expect(() => check(log, shown)).toThrow(/which tag the serial has/)
    expect(() => check(log, shown.replace('x', 'y'))).toThrow()
  })
})
