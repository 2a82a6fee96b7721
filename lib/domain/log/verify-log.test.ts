import { describe, expect, it } from 'vitest'
import { entryBundle } from '@/lib/crypto/tlog/entry-bundle'
import { parsePolicy } from '@/lib/crypto/tlog/trust-policy'
import { beginLeaf, ExampleLog, issuerLeaf, NOW, sealedLeaf, someLeaves } from '@/test/tlog/example-log'
import { newNoteKey } from '@/test/tlog/note-keys'
import { verifyLog } from './verify-log'

const MANY = 600
const whole = new ExampleLog()
await whole.grow(someLeaves(whole.key, MANY))
const verify = (log: ExampleLog, policy = log.policy) => verifyLog(log, parsePolicy(Buffer.from(policy)), NOW)
const faultsOf = async (log: ExampleLog, policy?: string) =>
  (await verify(log, policy)).faults.map(({ code, where }) => `${code} ${where}`)

/** A copy of the whole log after somebody did something to it. */
async function faultsAfter(change: (log: ExampleLog) => unknown): Promise<string[]> {
  const log = await whole.copy()
  await change(log)
  return faultsOf(log)
}

/** A log of these leaves that its owner signed, and its witnesses too. */
const faultsOfLeaves = async (leaves: (log: ExampleLog) => Buffer[]) => {
  const log = new ExampleLog()
  await log.grow(leaves(log))
  return faultsOf(log)
}

describe('a log', () => {
  it('is verified whole', async () => {
    const found = await verify(whole)
    expect(found).toMatchObject({
      faults: [],
      checkpoint: { size: MANY + 2 },
      witnessed: { size: MANY + 2, witnesses: [{ time: NOW }] },
      counts: { 'log-begin/v1': 1, 'log-issuer/v1': 1, sealed: MANY },
    })
  })

  it('is verified however it grew, at every size', async () => {
    const log = new ExampleLog()
    const leaves = someLeaves(log.key, 300)
    for (let size = 0; size < leaves.length;) {
      const step = 1 + (size % 37)
      await log.grow(leaves.slice(size, size + step))
      size = Math.min(size + step, leaves.length)
      expect(await faultsOf(log)).toEqual([])
    }
    const atOnce = new ExampleLog(log.key, log.witnesses)
    await atOnce.grow(leaves)
    expect(atOnce.files.get('checkpoint')).toEqual(log.files.get('checkpoint'))
    for (const [path, bytes] of atOnce.files) {
      if (path.startsWith('tile')) expect([path, log.files.get(path)]).toEqual([path, bytes])
    }
  })

  it('is verified when it is empty', async () => expect(await faultsOf(await new ExampleLog().publish())).toEqual([]))

  it('may have given up partial tiles for whole ones', async () => {
    const log = new ExampleLog()
    await log.grow(someLeaves(log.key, 298))
    const [note, witnessed] = [log.files.get('checkpoint'), log.files.get('checkpoint.witnessed')]
    await log.grow(Array.from({ length: 300 }, (_, number) => sealedLeaf(1000 + number)))
    for (const path of log.files.keys()) if (path.includes('.p/44')) log.files.delete(path)
    log.files.set('checkpoint', note as Buffer).set('checkpoint.witnessed', witnessed as Buffer)
    expect(await faultsOf(log)).toEqual([])
  })

  it('may have grown since it was witnessed', async () => {
    const log = await whole.copy()
    const witnessed = log.files.get('checkpoint.witnessed') as Buffer
    await log.grow([sealedLeaf(MANY)])
    log.files.set('checkpoint.witnessed', witnessed)
    expect(await verify(log)).toMatchObject({
      faults: [],
      checkpoint: { size: MANY + 3 },
      witnessed: { size: MANY + 2 },
    })
  })

  it('is told apart from one that cannot be read', async () => {
    const log = await whole.copy()
    log.read = () => Promise.reject(new Error('no connection'))
    await expect(verify(log)).rejects.toThrow('no connection')
  })

  it('that cannot be read in its middle is not verified either', async () => {
    const log = await whole.copy()
    const read = log.read.bind(log)
    log.read = (path, most) => (path === 'tile/entries/001' ? Promise.reject(new Error('gone')) : read(path, most))
    await expect(verify(log)).rejects.toThrow('gone')
  })
})

describe('a log is convicted', () => {
  it('without a checkpoint, or with one of a stranger', async () => {
    expect(await faultsAfter((log) => log.files.delete('checkpoint'))).toEqual(['checkpoint checkpoint'])
    const policy = whole.policy
    const strangers = new ExampleLog(newNoteKey('certificates.example/log', 'log'), whole.witnesses)
    await strangers.grow(someLeaves(strangers.key, 3))
    expect(await faultsOf(strangers, policy)).toEqual(['checkpoint checkpoint.witnessed', 'checkpoint checkpoint'])
  })

  it('without its quorum', async () => {
    expect(await faultsAfter((log) => log.files.delete('checkpoint.witnessed'))).toEqual(['not_witnessed checkpoint'])
    expect(
      await faultsAfter((log) => log.files.set('checkpoint.witnessed', log.files.get('checkpoint') as Buffer)),
    ).toEqual(['not_witnessed checkpoint'])
  })

  it('when it is smaller than what was witnessed', async () => {
    const before = new ExampleLog(whole.key, whole.witnesses)
    await before.grow(whole.leaves.slice(0, 100))
    expect(await faultsAfter((log) => log.files.set('checkpoint', before.files.get('checkpoint') as Buffer))).toEqual([
      'checkpoint checkpoint',
    ])
  })

  it('when a leaf was changed in its bundle alone', async () => {
    const faults = await faultsAfter((log) => {
      const leaves = log.leaves.slice(0, 256).with(77, sealedLeaf(9999))
      log.files.set('tile/entries/000', entryBundle(leaves))
    })
    expect(faults).toContain('tile tile/0/000')
    expect(faults).toContain(`root size ${MANY + 2}`)
  })

  it('when a leaf was changed, deleted, added or moved, and the tree made anew, under the witnessed checkpoint', async () => {
    const changes: ((leaves: Buffer[]) => Buffer[])[] = [
      (leaves) => leaves.with(300, sealedLeaf(9999)),
      (leaves) => leaves.toSpliced(300, 1, sealedLeaf(301), sealedLeaf(300)).slice(0, -1),
      (leaves) => leaves.with(300, sealedLeaf(298, { at: NOW - 86_400 })),
    ]
    for (const change of changes) {
      const forged = new ExampleLog(whole.key, whole.witnesses)
      await forged.grow(change(whole.leaves))
      forged.files.set('checkpoint.witnessed', whole.files.get('checkpoint.witnessed') as Buffer)
      expect(await faultsOf(forged)).toContain(`root size ${MANY + 2}`)
    }
  })

  it.each([
    ['a bundle', 'tile/entries/001', 'bundle'],
    ['the last bundle', 'tile/entries/002.p/90', 'bundle'],
    ['a tile', 'tile/0/001', 'tile'],
    ['the last tile', 'tile/0/002.p/90', 'tile'],
    ['a tile higher up', 'tile/1/000.p/2', 'tile'],
  ])('when %s is missing, cut, longer or another', async (_, path, code) => {
    const name = path.replace(/\.p.*/, '')
    const found = [`${code} ${name}`]
    expect(await faultsAfter((log) => log.files.delete(path))).toEqual(found)
    expect(await faultsAfter((log) => log.files.set(path, (log.files.get(path) as Buffer).subarray(1)))).toContain(
      found[0],
    )
    expect(
      await faultsAfter((log) => log.files.set(path, Buffer.concat([log.files.get(path) as Buffer, Buffer.alloc(1)]))),
    ).toContain(found[0])
    const other = path.includes('entries') ? 'tile tile/0/' + name.slice(-3) : found[0]
    expect(
      await faultsAfter((log) => {
        const bytes = Buffer.from(log.files.get(path) as Buffer)
        bytes.writeUInt8(bytes.readUInt8(50) ^ 1, 50)
        log.files.set(path, bytes)
      }),
    ).toContain(other)
  })

  it('when a certificate has two leaves for one place', async () => {
    expect(await faultsOfLeaves(({ key }) => [...someLeaves(key, 300), sealedLeaf(17)])).toEqual(['tag_twice leaf 302'])
  })

  it('when it does not begin as a log does, or twice', async () => {
    const key = newNoteKey('x', 'log')
    expect(await faultsOfLeaves(() => [issuerLeaf()])).toEqual(['leaf leaf 0'])
    expect(await faultsOfLeaves((log) => [beginLeaf(log.key), beginLeaf(log.key)])).toEqual(['leaf leaf 1'])
    expect(await faultsOfLeaves((log) => [beginLeaf(log.key, { origin: 'other.example/log' })])).toEqual([
      'leaf leaf 0',
    ])
    expect(await faultsOfLeaves(() => [beginLeaf(key)])).toEqual(['leaf leaf 0'])
  })

  it('when a leaf is none, or of an issuer that nobody entered', async () => {
    const stranger = '0198c0de-0000-7000-8000-00000000ffff'
    const faults = await faultsOfLeaves(({ key }) => [
      ...someLeaves(key, 1),
      Buffer.from('{"free":"text"}'),
      sealedLeaf(5, { issuerId: stranger }),
      Buffer.alloc(0),
    ])
    expect(faults).toEqual(['leaf leaf 3', 'leaf leaf 4', 'leaf leaf 5'])
  })
})
