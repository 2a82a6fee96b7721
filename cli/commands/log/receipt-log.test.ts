import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ReceiptClaims } from '@/lib/contract/check/receipt'
import { leafHash } from '@/lib/crypto/tlog/tree-hash'
import { LogFolder } from '@/lib/store/log/log-folder'
import { ExampleLog, genuineLeaf, ORIGIN, sealedLeaf } from '@/test/tlog/example-log'
import {
  certificateLog,
  ISSUED,
  keyLeaf,
  loggedReceipt,
  logKeyLeaf,
  SERIAL,
  standingLeaf,
} from '@/test/tlog/logged-receipt'
import { newNoteKey } from '@/test/tlog/note-keys'
import { proveLeaf } from '@/test/tlog/prove-leaf'
import { checkReceiptLog } from './receipt-log'

let folder = ''
let log: ExampleLog
let claims: ReceiptClaims
let proofs: { proof: string }[]
let policy = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'receipt-log-'))
  log = await certificateLog()
  ;({ claims, proofs } = await loggedReceipt(log))
  policy = join(folder, 'policy')
  await writeFile(policy, log.policy)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** A copy of the log with further leaves, in a folder. */
async function copyWith(...more: Buffer[]): Promise<string> {
  const copy = await log.copy()
  if (more.length > 0) await copy.grow(more)
  return store(copy)
}

async function store(from: ExampleLog): Promise<string> {
  const place = await mkdtemp(join(folder, 'copy-'))
  for (const [path, bytes] of from.files) await new LogFolder(place).put(path, bytes)
  return place
}

const anchored = (change: Partial<NonNullable<ReceiptClaims['log']>>): ReceiptClaims => ({
  ...claims,
  log: claims.log && { ...claims.log, ...change },
})

describe('a receipt', () => {
  it('is proved by its proofs and a policy', async () => {
    const found = await checkReceiptLog(claims, proofs, { policy })
    expect(found.stands).toBeNull()
    expect(found.document).toMatchObject({
      ...{ origin: 'certificates.example/log', size: 5, mirror: null, entries: [{ index: 4, type: 'issued' }] },
      witnesses: [{ name: 'witness.example/w1' }],
    })
  })

  const second = genuineLeaf(SERIAL, 2, { type: 'withdrawn' })
  it.each<[string, () => Promise<[ReceiptClaims, unknown]> | [ReceiptClaims, unknown], RegExp]>([
    ['no proofs', () => [claims, undefined], /carries no proofs/],
    ['proofs that are none', () => [claims, [{ proof: 'x' }]], /not a proof of a log/],
    ['no log', () => [{ ...claims, log: null }, proofs], /in no public log/],
    ['another leaf', () => [anchored({ leaf_hashes: ['00'.repeat(32)] }), proofs], /not those of the leaves/],
    [
      'one leaf more',
      () => [anchored({ leaf_hashes: [...(claims.log?.leaf_hashes ?? []), 'aa'.repeat(32)] }), proofs],
      /not those of the leaves/,
    ],
    [
      'a serial of somebody else',
      () => [{ ...claims, serial: '2222-2222-2222-2222' }, proofs],
      /not those of the leaves/,
    ],
    ['another root of the same size', () => [anchored({ root_hash: '00'.repeat(32) }), proofs], /of another tree/],
    ['another log', () => [anchored({ origin: 'other.example/log' }), proofs], /of another tree/],
    ['other signed forms', () => [{ ...claims, artifacts: [] }, proofs], /other signed forms/],
    [
      'an outcome that the log contradicts',
      async () => {
        const grown = await log.copy()
        await grown.grow([second.bytes])
        const hash = leafHash(second.bytes).toString('hex')
        const both = [...proofs, { proof: await proveLeaf(grown, SERIAL, second) }]
        return [anchored({ leaf_hashes: [...(claims.log?.leaf_hashes ?? []), hash] }), both]
      },
      /newest entry of the log withdrawn/,
    ],
  ])('with %s is not', async (_, make, sentence) => {
    const [wrong, carried] = await make()
    await expect(checkReceiptLog(wrong, carried, { policy })).rejects.toThrow(sentence)
  })

  it('is not under the policy of somebody else, or without its quorum', async () => {
    await writeFile(join(folder, 'other'), new ExampleLog().policy)
    await expect(checkReceiptLog(claims, proofs, { policy: join(folder, 'other') })).rejects.toThrow(
      /No log of the policy/,
    )
    const bare = proofs.map(({ proof }) => ({ proof: proof.replace(/— witness.*\n/, '') }))
    await expect(checkReceiptLog(claims, bare, { policy })).rejects.toThrow(/lacks the quorum/)
  })

  it.each<[string, () => Promise<string>, RegExp | null]>([
    ['the same log', () => copyWith(), null],
    ['a log that went on with others', () => copyWith(sealedLeaf(7), keyLeaf('retired')), null],
    ['an issuer that stands again', () => copyWith(standingLeaf('suspended'), standingLeaf('resumed', 2)), null],
    ['a later entry', () => copyWith(sealedLeaf(7), second.bytes), /happened to the certificate later: leaf 6/],
    ['a suspended issuer', () => copyWith(standingLeaf('suspended')), /issuer was suspended/],
    ['a compromised key', () => copyWith(keyLeaf('compromised')), /key that signed it was compromised/],
  ])('is held against a copy: %s', async (_, copy, problem) => {
    const { stands, lines } = await checkReceiptLog(claims, proofs, { policy, mirror: await copy() })
    expect(stands).toBe(problem === null)
    expect(lines.join('\n')).toMatch(problem ?? /In the copy nothing came after it/)
  })

  it('signed under a key that was stolen since is proved by a copy under the new one, and by nothing less', async () => {
    const next = new ExampleLog(newNoteKey(ORIGIN, 'log'), log.witnesses)
    await next.grow([...log.leaves, logKeyLeaf(log.key, 'active'), logKeyLeaf(log.key, 'compromised')])
    await writeFile(join(folder, 'next'), next.policy)
    const renewed = { policy: join(folder, 'next') }
    await expect(checkReceiptLog(claims, proofs, renewed)).rejects.toThrow(/No log of the policy/)
    const found = await checkReceiptLog(claims, proofs, { ...renewed, mirror: await store(next) })
    expect(found.stands).toBe(true)
    const thief = new ExampleLog(log.key, [])
    await thief.grow([...log.leaves.slice(0, 3), sealedLeaf(8), ISSUED.bytes])
    const forged = await loggedReceipt(thief)
    const mirror = await store(next)
    await expect(checkReceiptLog(forged.claims, forged.proofs, { ...renewed, mirror })).rejects.toThrow(
      /root of the proof/,
    )
  })

  it('whose tree only a former key signed is not proved by a copy that the quorum confirmed less of', async () => {
    const next = new ExampleLog(newNoteKey(ORIGIN, 'log'), log.witnesses)
    await next.grow(log.leaves.slice(0, 4))
    const confirmed = next.files.get('checkpoint.witnessed') ?? Buffer.alloc(0)
    await next.grow([...log.leaves.slice(4), logKeyLeaf(log.key, 'active'), logKeyLeaf(log.key, 'retired')])
    await writeFile(join(folder, 'rotated'), next.policy)
    const rotated = { policy: join(folder, 'rotated') }
    const bare = proofs.map(({ proof }) => ({ proof: proof.replace(/— witness.*\n/, '') }))
    const whole = await store(next)
    expect((await checkReceiptLog(claims, bare, { ...rotated, mirror: whole })).stands).toBe(true)
    next.files.set('checkpoint.witnessed', confirmed)
    const mirror = await store(next)
    await expect(checkReceiptLog(claims, bare, { ...rotated, mirror })).rejects.toThrow(/lacks the quorum/)
    expect((await checkReceiptLog(claims, proofs, { ...rotated, mirror })).stands).toBe(true)
  })

  it('that was given after a suspension, or after the end of its key, still stands where it says so', async () => {
    const grown = await log.copy()
    await grown.grow([standingLeaf('suspended'), keyLeaf('compromised')])
    const given = await loggedReceipt(grown)
    const mirror = await store(grown)
    const standsAs = async (status: ReceiptClaims['overall_status']) =>
      (await checkReceiptLog({ ...given.claims, overall_status: status }, given.proofs, { policy, mirror })).stands
    expect(await standsAs('issuer_suspended')).toBe(true)
    expect(await standsAs('verified')).toBe(false)
    await grown.grow([standingLeaf('resumed', 2)])
    const after = await loggedReceipt(grown)
    const again = await store(grown)
    expect((await checkReceiptLog(after.claims, after.proofs, { policy, mirror: again })).stands).toBe(true)
  })

  it('is not held against a copy that is older, forked, damaged or missing', async () => {
    const make = async (leaves: Buffer[]) => store(await new ExampleLog(log.key, log.witnesses).grow(leaves))
    const damaged = await copyWith(sealedLeaf(7))
    await new LogFolder(damaged).put('tile/0/000.p/6', Buffer.alloc(6 * 32))
    const table: [string, RegExp][] = [
      [await make(log.leaves.slice(0, 4)), /has 4 leaves, and the proof has 5/],
      [await make([...log.leaves.slice(0, 3), sealedLeaf(8), ...log.leaves.slice(4)]), /root of the proof is not/],
      [damaged, /tile is not what the entries give/],
      [join(folder, 'none'), /There is no folder/],
    ]
    for (const [mirror, sentence] of table)
      await expect(checkReceiptLog(claims, proofs, { policy, mirror })).rejects.toThrow(sentence)
  })
})
