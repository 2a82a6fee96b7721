import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, afterEach, describe, expect, it } from 'vitest'
import { encodeBase64url } from '@/lib/crypto/encoding/base64url'
import { leafHash } from '@/lib/crypto/tlog/tree-hash'
import { parsePolicy } from '@/lib/crypto/tlog/trust-policy'
import { type PublicLeaf, publicLeafBytes } from '@/lib/domain/log/public-leaf'
import { verifyLog } from '@/lib/domain/log/verify-log'
import { lostBits } from '@/lib/domain/log/watch/lost-bits'
import { LogFolder } from '@/lib/store/log/log-folder'
import { ExampleLog, ISSUER, issuerLeaf, NOW, sealedLeaf, someLeaves } from '@/test/tlog/example-log'
import { newNoteKey } from '@/test/tlog/note-keys'
import { monitorLog, type MonitorOptions } from './monitor-log'

const OTHER = ISSUER.replace(/1$/, '2')

let folder = ''
let log: ExampleLog
let leaves: Buffer[]

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'monitor-'))
  log = new ExampleLog()
  leaves = someLeaves(log.key, 700)
  await log.grow(leaves.slice(0, 400))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const look = (from: ExampleLog = log, options: Partial<MonitorOptions> = {}) =>
  monitorLog(from, { policy: parsePolicy(Buffer.from(log.policy)), folder, now: NOW, ...options })
/** One that is told, and so kept. */
async function run(...args: Parameters<typeof look>): ReturnType<typeof look> {
  const found = await look(...args)
  await found.keep()
  return found
}
const alarmsOf = async (...args: Parameters<typeof run>) =>
  (await run(...args)).alarms.map(({ code, where }) => `${code} ${where}`)
const notice = (at: number): Buffer => {
  const fields = { at: at * 1000, from: null, notice: 'intake-end' as const, to: null }
  return publicLeafBytes({ kind: 'log-notice/v1', fields })
}

/** A log of the same keys that holds other leaves. */
async function fork(other: Buffer[]): Promise<ExampleLog> {
  return new ExampleLog(log.key, log.witnesses).grow(other)
}

describe('a monitor', () => {
  it('keeps a copy that verifies, and fetches only what is new', async () => {
    expect(await run()).toMatchObject({ alarms: [], previousSize: 0, checkpoint: { size: 400 }, witnessedAt: NOW })
    await log.grow(leaves.slice(400), NOW + 60)
    const read: string[] = []
    const reading = log.read.bind(log)
    log.read = (path, most) => (read.push(path), reading(path, most))
    expect(await run()).toMatchObject({ alarms: [], previousSize: 400, checkpoint: { size: 702 } })
    expect(read.filter((path) => path.endsWith('/000'))).toEqual([])
    const copy = new LogFolder(folder)
    const verified = await verifyLog(copy, parsePolicy(Buffer.from(log.policy)), NOW)
    expect(verified).toMatchObject({ faults: [], checkpoint: { size: 702 }, counts: { sealed: 700 } })
    const files = await readdir(folder, { recursive: true })
    expect(files.filter((name) => /\.p\/\d/.test(name)).sort()).toEqual([
      'tile/0/002.p/190',
      'tile/1/000.p/2',
      'tile/entries/002.p/190',
    ])
  })

  it('sees two trees of one size, and keeps both notes', async () => {
    await run()
    const other = await fork(leaves.slice(0, 400).with(300, sealedLeaf(9999)))
    const { alarms } = await run(other)
    expect(alarms).toMatchObject([{ code: 'fork', where: 'checkpoint' }])
    const kept = await readdir(join(folder, 'evidence'))
    expect(kept).toHaveLength(2)
    for (const name of kept) {
      expect(alarms[0]?.sentence).toContain(name)
      expect(await readFile(join(folder, 'evidence', name), 'utf8')).toMatch(/^certificates\.example\/log\n400\n/)
    }
    expect(await alarmsOf()).toEqual([])
  })

  it('sees a fork that grew on, wherever it began', async () => {
    await run()
    for (const changed of [10, 300, 399]) {
      const forked = await alarmsOf(await fork(leaves.slice(0, 500).with(changed, sealedLeaf(9999))))
      expect(forked).toContain(changed < 256 ? 'root size 500' : 'fork size 400')
    }
    expect(await alarmsOf()).toEqual([])
  })

  it('sees a log that lost leaves, or went back to an old checkpoint', async () => {
    const old = await log.copy()
    await log.grow(leaves.slice(400))
    await run()
    expect(await alarmsOf(old)).toEqual(['shrunk checkpoint'])
    expect(await readdir(join(folder, 'evidence'))).toHaveLength(2)
  })

  it('starts from nothing that was wrong', async () => {
    await run()
    await log.grow([...leaves.slice(400), sealedLeaf(5)])
    expect(await alarmsOf()).toEqual(['tag_twice leaf 702'])
    expect(await run()).toMatchObject({ previousSize: 400 })
  })

  it('believes nothing that an earlier run was told and did not keep', async () => {
    await run()
    const poisoned = await fork([
      ...leaves.slice(0, 400),
      ...leaves.slice(400).map((_, place) => sealedLeaf(5000 + place)),
      sealedLeaf(1),
    ])
    expect(await alarmsOf(poisoned)).toEqual(['tag_twice leaf 702'])
    await log.grow(leaves.slice(400))
    expect(await alarmsOf()).toEqual([])
  })

  it('sees a log that stands still', async () => {
    expect(await alarmsOf(log, { now: NOW + 86_400 })).toEqual([])
    expect(await alarmsOf(log, { now: NOW + 86_401 })).toEqual(['stale checkpoint'])
  })

  it('sees one that leaves out what its witnesses said, though its policy asks for none of them', async () => {
    const policy = parsePolicy(Buffer.from(log.policy.replace('quorum w0', 'quorum none')))
    await run(log, { policy })
    log.files.set('checkpoint.witnessed', (await log.read('checkpoint', 4096)) ?? Buffer.alloc(0))
    expect(await alarmsOf(log, { policy, now: NOW + 86_400 })).toEqual([])
    for (let runs = 0; runs < 2; runs++)
      expect(await alarmsOf(log, { policy, now: NOW + 86_401 })).toEqual(['stale checkpoint'])
  })

  it('sees a leaf that is older than the checkpoint without it, once the intake is over', async () => {
    const old = (number: number) => sealedLeaf(number, { at: NOW - 3601 })
    await run()
    await log.grow([old(1000), notice(NOW)])
    expect(await alarmsOf()).toEqual([])
    await log.grow([sealedLeaf(1001, { at: NOW - 3600 }), old(1002), notice(NOW - 3601)])
    expect(await alarmsOf()).toEqual(['backdated leaf 403', 'backdated leaf 404'])
  })

  it('sees a key of the log that the policy does not know', async () => {
    const announce = (owner: string, key = newNoteKey('x', 'log').key): Buffer => {
      const fields: Extract<PublicLeaf, { kind: 'log-key/v1' }>['fields'] = {
        algorithm: 'EdDSA',
        at: NOW * 1000,
        key_id: 'k',
        owner,
        public_jwk: { crv: 'Ed25519', kty: 'OKP', x: encodeBase64url(key.publicBytes) },
        state: 'active',
      }
      return publicLeafBytes({ kind: 'log-key/v1', fields })
    }
    await log.grow([announce('log', log.key.key), announce('service'), announce('log')])
    expect(await alarmsOf()).toEqual(['unknown_key leaf 402'])
    expect(await alarmsOf()).toEqual([])
  })

  it('sees an issuer that looks like another, and not one that looks like itself', async () => {
    const [second = '', third = '', fourth = ''] = [OTHER, ...['3', '4'].map((digit) => ISSUER.replace(/1$/, digit))]
    await log.grow([
      issuerLeaf(ISSUER, 'Northshore Maritime College', 'northshore.example'),
      issuerLeaf(second, 'Northshоre Maritime College', 'other.example'),
      issuerLeaf(third, 'Somebody Else', 'elsewhere.example'),
      issuerLeaf(fourth, 'Nobody', 'n0rthshore.example'),
    ])
    const { alarms } = await run()
    expect(alarms).toMatchObject([
      { code: 'look_alike', where: 'leaf 401' },
      { code: 'look_alike', where: 'leaf 403' },
    ])
    expect(alarms[0]?.sentence).toContain('Northshore Maritime College')
  })

  it('lists the leaves of an issuer, and raises the alarm for those that it does not know', async () => {
    const did = `did:web:certificates.example:issuers:${ISSUER}`
    const known = new Set(leaves.slice(2, 399).map((leaf) => leafHash(leaf).toString('hex')))
    expect((await run(log, { issuer: { did, known: null } })).own).toHaveLength(398)
    expect((await run(log, { issuer: { did: `${did}x`, known: new Set() } })).own).toEqual([])
    const found = await run(log, { issuer: { did, known } })
    expect(found.own[0]).toEqual({ index: 2, at: NOW, hash: leafHash(leaves[2] as Buffer).toString('hex') })
    expect(found.alarms).toMatchObject([{ code: 'not_known', where: 'leaf 399' }])
  })

  it('raises again what was found and not told', async () => {
    await run()
    await log.grow([issuerLeaf(ISSUER, 'A College', 'a.example'), issuerLeaf(OTHER, 'A Collеge', 'b.example')])
    const alarms = [expect.objectContaining({ code: 'look_alike' })]
    expect(await look()).toMatchObject({ alarms, previousSize: 400 })
    expect(await run()).toMatchObject({ alarms, previousSize: 400 })
    expect(await run()).toMatchObject({ alarms: [], previousSize: 402 })
  })

  it('goes on from the checkpoint that a run left which ended before it noted the time', async () => {
    await run()
    await rm(join(folder, 'monitor.json'))
    const forked = await fork(leaves.slice(0, 400).with(300, sealedLeaf(9999)))
    expect(await alarmsOf(forked)).toEqual(['fork checkpoint'])
    expect(await run()).toMatchObject({ alarms: [], previousSize: 400 })
    expect(JSON.parse(await readFile(join(folder, 'monitor.json'), 'utf8'))).toMatchObject({ seen_at: NOW })
  })

  it('takes nothing back that another run kept meanwhile', async () => {
    const slow = await look()
    await log.grow(leaves.slice(400))
    await run()
    await expect(slow.keep()).rejects.toThrow('Another run was at work in this folder.')
    expect(await run()).toMatchObject({ alarms: [], previousSize: 702 })
  })

  it('clears nobody when the log cannot be read', async () => {
    await run()
    await log.grow(leaves.slice(400))
    const read = log.read.bind(log)
    log.read = (path, most) =>
      path.startsWith('tile/entries/002') ? Promise.reject(new Error('gone')) : read(path, most)
    await expect(run()).rejects.toThrow('gone')
    log.read = read
    expect(await run()).toMatchObject({ alarms: [], previousSize: 400 })
  })
})

describe('bits of a status list', () => {
  it('are lost when they are no longer set', () => {
    const [before, now] = [Buffer.from([0b1010_0000, 0b1]), Buffer.from([0b0110_0000, 0b1])]
    expect([lostBits(before, now), lostBits(now, now), lostBits(before, now.subarray(0, 1))]).toEqual([1, 0, 2])
  })
})
