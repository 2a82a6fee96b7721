import { beforeAll, describe, expect, it } from 'vitest'
import type { ReceiptClaims } from '@/lib/contract/check/receipt'
import { LogFormatError } from '@/lib/crypto/tlog/log-format-error'
import { leafHash } from '@/lib/crypto/tlog/tree-hash'
import { parsePolicy } from '@/lib/crypto/tlog/trust-policy'
import type { LogEntry } from '@/lib/domain/log/log-entry'
import { type ExampleLog, genuineLeaf, NOW, sealedLeaf } from '@/test/tlog/example-log'
import { certificateLog, ISSUED, loggedReceipt, SERIAL } from '@/test/tlog/logged-receipt'
import { proveLeaf } from '@/test/tlog/prove-leaf'
import { checkLoggedReceipt, LogContradiction } from './check-logged-receipt'

type Anchor = NonNullable<ReceiptClaims['log']>
type Given = Awaited<ReturnType<typeof loggedReceipt>>

const OTHER_FORMS = { vc_jwt: '44'.repeat(32), open_badge_jsonld: '55'.repeat(32), open_badge_jwt: '66'.repeat(32) }
let log: ExampleLog
let given: Given
beforeAll(async () => {
  log = await certificateLog()
  given = await loggedReceipt(log)
})

const check = ({ claims, proofs }: { claims: ReceiptClaims; proofs: unknown }) =>
  checkLoggedReceipt(claims, proofs, parsePolicy(Buffer.from(log.policy)), NOW)

function anchored(claims: ReceiptClaims, change: Partial<Anchor>): ReceiptClaims {
  return { ...claims, log: claims.log && { ...claims.log, ...change } }
}

/** A receipt of these entries of the certificate, and of a status. */
async function receiptOf(status: ReceiptClaims['overall_status'], ...says: Partial<LogEntry>[]): Promise<Given> {
  const grown = await log.copy()
  const later = says.map((one, index) => genuineLeaf(SERIAL, index + 2, one))
  await grown.grow(later.map(({ bytes }) => bytes))
  const { claims, proofs } = await loggedReceipt(grown)
  const hashes = [ISSUED, ...later].map(({ bytes }) => leafHash(bytes).toString('hex'))
  for (const leaf of later) proofs.push({ proof: await proveLeaf(grown, SERIAL, leaf) })
  return { claims: anchored({ ...claims, overall_status: status }, { leaf_hashes: hashes }), proofs }
}

describe('a receipt of a certificate in the log', () => {
  it('is proved, with the tree of its newest entry', () => {
    const found = check(given)
    expect(found).toMatchObject({
      anchor: given.claims.log,
      entries: [{ index: 4, entry: { type: 'issued', place: 1 } }],
    })
    expect(found.checkpoint.root.toString('hex')).toBe(given.claims.log?.root_hash)
  })

  it.each<[ReceiptClaims['overall_status'], Partial<LogEntry>[]]>([
    ['expired', []],
    ['withdrawn', []],
    ['superseded', []],
    ['withdrawn', [{ type: 'withdrawn' }]],
    ['superseded', [{ type: 'superseded' }]],
    ['withdrawn', [{ type: 'withdrawn' }, { type: 'erased' }]],
  ])('may say %s beside %j', async (status, says) => {
    expect(check(await receiptOf(status, ...says)).entries).toHaveLength(says.length + 1)
  })

  it('names the forms of its newest signing', async () => {
    const { claims, proofs } = await receiptOf('verified', { type: 'resigned', forms: OTHER_FORMS })
    expect(() => check({ claims, proofs })).toThrow(LogContradiction)
    const hashes = Object.values(OTHER_FORMS)
    const artifacts = claims.artifacts.map(({ type }, at) => ({ type, sha256: hashes[at] ?? '' }))
    const signed = { ...claims, artifacts }
    expect(check({ claims: signed, proofs }).entries).toHaveLength(2)
  })

  it('may stand in a larger or smaller tree than the proofs', async () => {
    const grown = await log.copy()
    await grown.grow([sealedLeaf(7)])
    const later = await loggedReceipt(grown)
    expect(check({ ...later, proofs: given.proofs }).checkpoint.size).toBe(5)
    expect(check({ ...given, proofs: later.proofs }).checkpoint.size).toBe(6)
    const { claims, proofs } = await receiptOf('withdrawn', { type: 'withdrawn' })
    expect(check({ claims, proofs: [...given.proofs, ...proofs.slice(1)] }).checkpoint.size).toBe(6)
  })
})

describe('a receipt is contradicted', () => {
  it.each<[ReceiptClaims['overall_status'], LogEntry['type'][]]>([
    ['verified', ['withdrawn']],
    ['verified', ['superseded']],
    ['verified', ['resigned', 'erased']],
    ['expired', ['withdrawn']],
    ['issuer_suspended', ['withdrawn']],
  ])('that says %s beside %j', async (status, types) => {
    const receipt = await receiptOf(status, ...types.map((type) => ({ type })))
    expect(() => check(receipt)).toThrow(LogContradiction)
  })

  it.each(['vc+jwt', 'openbadge+jsonld', 'openbadge+jwt'])('that names another %s', (type) => {
    const { claims, proofs } = given
    const others = claims.artifacts.filter((artifact) => artifact.type !== type)
    for (const artifacts of [others, [...others, { type, sha256: 'ff'.repeat(32) }]])
      expect(() => check({ claims: { ...claims, artifacts }, proofs })).toThrow(LogContradiction)
  })
})

describe('a receipt is neither proved nor contradicted', () => {
  it.each<[string, (from: Given) => { claims: ReceiptClaims; proofs: unknown }, RegExp]>([
    ['without a log', ({ claims, proofs }) => ({ claims: { ...claims, log: null }, proofs }), /in no public log/],
    ['of no leaf', ({ claims }) => ({ claims: anchored(claims, { leaf_hashes: [] }), proofs: [] }), /in no public log/],
    ['without proofs', ({ claims }) => ({ claims, proofs: null }), /carries no proofs/],
    [
      'with more proofs than anybody has',
      (from) => ({ ...from, proofs: Array(1001).fill(from.proofs[0]) }),
      /carries no proofs/,
    ],
    ['with too few proofs', (from) => ({ ...from, proofs: [] }), /not those of the leaves/],
    ['with one twice', (from) => ({ ...from, proofs: [...from.proofs, ...from.proofs] }), /not those of the leaves/],
    [
      'of another leaf',
      ({ claims, proofs }) => ({ claims: anchored(claims, { leaf_hashes: ['00'.repeat(32)] }), proofs }),
      /not those of/,
    ],
    [
      'of another serial',
      ({ claims, proofs }) => ({ claims: { ...claims, serial: '2222-2222-2222-2222' }, proofs }),
      /not those of/,
    ],
    [
      'of another log',
      ({ claims, proofs }) => ({ claims: anchored(claims, { origin: 'x' }), proofs }),
      /of another tree/,
    ],
    [
      'of another root of this size',
      ({ claims, proofs }) => ({ claims: anchored(claims, { root_hash: '00'.repeat(32) }), proofs }),
      /of another tree/,
    ],
  ])('%s', (_, change, sentence) => {
    const wrong = change(given)
    expect(() => check(wrong)).toThrow(sentence)
    expect(() => check(wrong)).toThrow(LogFormatError)
    expect(() => check(wrong)).not.toThrow(LogContradiction)
  })

  it('whose first entry is not the first, or whose entries are not in their order', async () => {
    const { claims, proofs } = await receiptOf('withdrawn', { type: 'withdrawn' })
    const hashes = claims.log?.leaf_hashes ?? []
    const second = anchored(claims, { leaf_hashes: hashes.slice(1) })
    expect(() => check({ claims: second, proofs: proofs.slice(1) })).toThrow(/not those of the leaves/)
    const turned = anchored(claims, { leaf_hashes: [...hashes].reverse() })
    expect(() => check({ claims: turned, proofs: [...proofs].reverse() })).toThrow(/not those of the leaves/)
  })

  it('that names more leaves than it proves, or others', async () => {
    const { claims, proofs } = await receiptOf('verified', { type: 'withdrawn' })
    expect(() => check({ claims, proofs: proofs.slice(0, 1) })).toThrow(/not those of the leaves/)
    const [first = ''] = claims.log?.leaf_hashes ?? []
    const others = anchored(claims, { leaf_hashes: [first, '00'.repeat(32)] })
    expect(() => check({ claims: others, proofs })).toThrow(/not those of the leaves/)
  })

  it('one of whose proofs is of another tree of the same size', async () => {
    const { claims, proofs } = await receiptOf('withdrawn', { type: 'withdrawn' })
    const forked = await log.copy()
    await forked.grow([sealedLeaf(8)])
    const mixed = [{ proof: await proveLeaf(forked, SERIAL, ISSUED) }, ...proofs.slice(1)]
    expect(() => check({ claims, proofs: mixed })).toThrow(/of another tree/)
  })
})
