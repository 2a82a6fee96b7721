import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { LogFormatError } from '@/lib/crypto/tlog/log-format-error'
import { formatVkey } from '@/lib/crypto/tlog/note-key'
import { checkNoteSignatures, cosignNote } from '@/lib/crypto/tlog/note-signature'
import { formatNote, parseNote } from '@/lib/crypto/tlog/signed-note'
import { parsePolicy } from '@/lib/crypto/tlog/trust-policy'
import { claimPath } from '@/lib/domain/log/claim-path'
import type { LogStore } from '@/lib/domain/log/log-store'
import { verifyLog } from '@/lib/domain/log/verify-log'
import type { LogFolder } from '@/lib/store/log/log-folder'
import { testProgram } from '@/test/test-program'
import { NOW, ORIGIN, sealedLeaf } from '@/test/tlog/example-log'
import { newNoteKey } from '@/test/tlog/note-keys'
import {
  ALL_LEAVES,
  interrupted,
  openPublisher,
  publishFolders,
  publishFrom,
  PUBLISHING_KEY,
  treeOf,
} from '@/test/tlog/publish-scene'
import { LogPublisher } from './log-publisher'
import { LogFilesMissing, LogStopped } from './log-stopped'

const POLICY = parsePolicy(Buffer.from(`log ${formatVkey(PUBLISHING_KEY.key)}\nquorum none\n`))
/** Crosses two whole bundles and begins a third. */
const [BEFORE, AFTER] = [250, 550]

let folder = ''
let store: LogFolder
let journal: LogFolder
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'publish-'))
  ;({ store, journal } = await publishFolders(folder))
  await publishFrom(store, journal, 0, BEFORE)
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** The size of the log as everybody reads it, all of which is whole. */
async function verifiedSize(): Promise<number | undefined> {
  const { faults, checkpoint } = await verifyLog(store, POLICY, NOW)
  expect(faults).toEqual([])
  return checkpoint?.size
}

const headSize = async () => Number((await journal.read('log-head', 999))?.toString().split('\n')[1])

describe('a log is published', () => {
  it('batch by batch, by one who goes on and by one who takes it up', async () => {
    const publisher = await openPublisher(store, journal, BEFORE)
    for (const [from, to] of [
      [250, 256],
      [256, 257],
      [257, 520],
    ] as const) {
      const note = await publisher.publish(ALL_LEAVES.slice(from, to), treeOf(to).root)
      expect(formatNote(note)).toBe((await store.read('checkpoint', 999))?.toString())
      expect([await verifiedSize(), publisher.size]).toEqual([to, to])
    }
    await publishFrom(store, journal, 520, 802)
    expect([await verifiedSize(), await headSize()]).toEqual([802, 802])
    const files = await readdir(folder, { recursive: true })
    expect(files.filter((name) => name.endsWith('.incoming'))).toEqual([])
  })

  it('again with those who confirmed it, also where it went on meanwhile', async () => {
    const witness = newNoteKey('witness.example/w1', 'witness')
    const own = newNoteKey('certificates.example/witness', 'witness')
    const options = { origin: ORIGIN, store, journal, keys: [PUBLISHING_KEY], ownWitness: own }
    const publisher = await LogPublisher.open(options, treeOf(BEFORE), treeOf(BEFORE))
    const text = publisher.text()
    const cosignature = await cosignNote(witness.key, witness.signer, text, NOW)
    const read = async (path: string) => parseNote((await store.read(path, 9999)) ?? Buffer.alloc(0))
    const names = async (path: string) => (await read(path)).signatures.map(({ name }) => name)
    const all = [ORIGIN, own.key.name, witness.key.name]
    await publisher.confirm(text, [cosignature], false)
    expect([await names('checkpoint'), await store.read('checkpoint.witnessed', 9999)]).toEqual([all, null])
    await publisher.publish(ALL_LEAVES.slice(BEFORE, AFTER), treeOf(AFTER).root)
    await publisher.confirm(text, [cosignature], true)
    expect([await names('checkpoint'), await names('checkpoint.witnessed')]).toEqual([all.slice(0, 2), all])
    expect(checkNoteSignatures(await read('checkpoint'), [own.key])).toMatchObject([{ time: expect.any(Number) }])
    expect(await verifiedSize()).toBe(AFTER)
  })

  it('again without new leaves, by another key beside the old one', async () => {
    const options = { origin: ORIGIN, store, journal, keys: [PUBLISHING_KEY, PUBLISHING_KEY] }
    const publisher = await LogPublisher.open(options, treeOf(BEFORE), treeOf(BEFORE))
    expect((await publisher.publish([], treeOf(BEFORE).root)).signatures).toHaveLength(2)
    expect(await verifiedSize()).toBe(BEFORE)
  })
})

describe('a writer that sleeps in its last write', () => {
  const gate = () => {
    let open = () => {}
    const opened = new Promise<void>((resolve) => (open = resolve))
    return { open, opened }
  }

  /** Publishes with a writer that stops for a while at its n-th question whether it may still write. */
  async function sleeping(at: number) {
    const [asleep, awake] = [gate(), gate()]
    let asked = 0
    const mayStill = async () => {
      if (++asked < at) return
      asleep.open()
      await awake.opened
    }
    const slow = await openPublisher(store, journal, BEFORE, AFTER, mayStill)
    const ended = slow.publish(ALL_LEAVES.slice(BEFORE, AFTER), treeOf(AFTER).root)
    await asleep.opened
    return { ended, wake: awake.open }
  }

  it.each([
    ['its head', 1],
    ['its checkpoint', 2],
  ])('writes nothing old over what came meanwhile: %s', async (_, at) => {
    const { ended, wake } = await sleeping(at)
    await publishFrom(store, journal, BEFORE, AFTER)
    await publishFrom(store, journal, AFTER, 802)
    wake()
    await expect(ended).rejects.toThrow('ENOENT')
    expect([await verifiedSize(), await headSize()]).toEqual([802, 802])
  })
})

describe('whose claim was taken back while it slept', () => {
  const rest = (publisher: LogPublisher) => publisher.publish(ALL_LEAVES.slice(BEFORE, AFTER), treeOf(AFTER).root)

  /** A store in which the claim is taken back right after it was made. */
  const losing = (then: () => Promise<unknown>): LogStore => ({
    ...interrupted(store, { writes: 0 }, () => undefined),
    claim: async (path, bytes) => {
      const claimed = await store.claim(path, bytes)
      await store.unclaim(path)
      await then()
      return claimed
    },
  })

  it('somebody signs nothing, and claims it again', async () => {
    const publisher = await openPublisher(
      losing(async () => undefined),
      journal,
      BEFORE,
      AFTER,
    )
    await expect(rest(publisher)).rejects.toThrow(LogFilesMissing)
    expect([await verifiedSize(), await headSize()]).toEqual([BEFORE, BEFORE])
    await publishFrom(store, journal, BEFORE, AFTER)
    expect(await verifiedSize()).toBe(AFTER)
  })

  it('somebody stops for good where another tree was claimed since', async () => {
    const other = Buffer.from(`${ORIGIN}\n${AFTER + 1}\n${treeOf(AFTER + 1).root.toString('base64')}\n`)
    const claims = () => store.claim(claimPath(BEFORE), other)
    await expect(rest(await openPublisher(losing(claims), journal, BEFORE, AFTER))).rejects.toThrow(/Another tree/)
    expect([await verifiedSize(), await headSize()]).toEqual([BEFORE, BEFORE])
  })
})

describe('a crash', () => {
  it(
    'before any write leaves a whole log, and the same batch is published after it',
    { timeout: 300_000 },
    async () => {
      const whole = await mkdtemp(join(tmpdir(), 'publish-whole-'))
      await cp(folder, whole, { recursive: true })
      const sizes: (number | undefined)[] = []
      for (let killedAt = 1; ; killedAt++) {
        await rm(folder, { recursive: true })
        await cp(whole, folder, { recursive: true })
        const args = [testProgram('publishing-process'), folder, BEFORE, AFTER, killedAt].map(String)
        const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] })
        const [code, signal] = (await once(child, 'close')) as [number | null, string | null]
        sizes.push(await verifiedSize())
        await publishFrom(store, journal, BEFORE, AFTER)
        expect([await verifiedSize(), await headSize()]).toEqual([AFTER, AFTER])
        if (code === 0) break
        expect([killedAt, signal]).toEqual([killedAt, 'SIGKILL'])
      }
      await rm(whole, { recursive: true })
      // The claim, seven tiles and bundles, the head, and the checkpoint as the very last.
      expect(sizes).toEqual([...Array<number>(10).fill(BEFORE), AFTER])
    },
  )

  it('of the disk or the network is an error, and the next try goes on', async () => {
    const publisherOf = (failing: number) => {
      const counter = { writes: 0 }
      const fail = (write: number) => {
        if (write === failing) throw Object.assign(new Error('no space left'), { code: 'ENOSPC' })
      }
      return openPublisher(interrupted(store, counter, fail), interrupted(journal, counter, fail), BEFORE, AFTER)
    }
    for (let failing = 1; failing <= 10; failing++) {
      const publisher = await publisherOf(failing)
      const publish = () => publisher.publish(ALL_LEAVES.slice(BEFORE, AFTER), treeOf(AFTER).root)
      await expect(publish()).rejects.toThrow('no space left')
      expect([await verifiedSize(), publisher.size]).toEqual([BEFORE, BEFORE])
      if (failing === 10) expect((await publish()).text).toContain(`\n${AFTER}\n`)
    }
    expect(await verifiedSize()).toBe(AFTER)
  })
})

describe('a disk that was taken away meanwhile', () => {
  it('leaves an empty folder, in which nothing is begun, and the log goes on once it is back', async () => {
    const publisher = await openPublisher(store, journal, BEFORE)
    const publish = () => publisher.publish(ALL_LEAVES.slice(BEFORE, AFTER), treeOf(AFTER).root)
    const away = `${store.folder}-away`
    await rename(store.folder, away)
    await mkdir(store.folder)
    await expect(publish()).rejects.toThrow(LogFilesMissing)
    await expect(publisher.confirm(publisher.text(), [], true)).rejects.toThrow(LogFilesMissing)
    expect([await readdir(store.folder), await headSize()]).toEqual([[], BEFORE])
    await rm(store.folder, { recursive: true })
    await rename(away, store.folder)
    await publish()
    expect(await verifiedSize()).toBe(AFTER)
  })
})

it('signs its checkpoint again where that alone was deleted', async () => {
  const publisher = await openPublisher(store, journal, BEFORE)
  await rm(join(store.folder, 'checkpoint'))
  await publisher.confirm(publisher.text(), [], true)
  await rm(join(store.folder, 'checkpoint'))
  await publisher.publish(ALL_LEAVES.slice(BEFORE, AFTER), treeOf(AFTER).root)
  expect(await verifiedSize()).toBe(AFTER)
})

it.each(['', 'OK', '<html>Back soon</html>\n'])(
  'takes %j in the place of a claim for none, and goes on once it is gone',
  async (page) => {
    const publisher = await openPublisher(store, journal, BEFORE)
    const publish = () => publisher.publish(ALL_LEAVES.slice(BEFORE, AFTER), treeOf(AFTER).root)
    const claim = claimPath(BEFORE)
    await store.put(claim, Buffer.from(page))
    for (const work of [publish, () => openPublisher(store, journal, BEFORE)])
      await expect(work()).rejects.toThrow(LogFormatError)
    await rm(join(store.folder, claim))
    await publish()
    expect(await verifiedSize()).toBe(AFTER)
  },
)

describe('a log stops for good', () => {
  const stopped = (work: Promise<unknown>) => expect(work).rejects.toThrow(LogStopped)

  it('when two go on from one tree: one of them signs, whoever it is', async () => {
    const others = ALL_LEAVES.slice(0, BEFORE).concat(sealedLeaf(5000))
    const [one, other] = [await openPublisher(store, journal, BEFORE), await openPublisher(store, journal, BEFORE)]
    const results = await Promise.allSettled([
      one.publish(ALL_LEAVES.slice(BEFORE, BEFORE + 1), treeOf(BEFORE + 1).root),
      other.publish(others.slice(BEFORE), treeOf(BEFORE + 1, others).root),
    ])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const lost = results.find((result) => result.status === 'rejected')
    expect(lost?.reason).toBeInstanceOf(LogStopped)
    const won = results.find((result) => result.status === 'fulfilled')
    expect((await store.read('checkpoint', 999))?.toString()).toBe(won && formatNote(won.value))
    expect(await verifiedSize()).toBe(BEFORE + 1)
  })

  it('when another one went on meanwhile: its checkpoint is not put back to an older one by those who confirm that', async () => {
    const publisher = await openPublisher(store, journal, BEFORE)
    await publishFrom(store, journal, BEFORE, AFTER)
    for (const isQuorum of [false, true])
      await expect(publisher.confirm(publisher.text(), [], isQuorum)).rejects.toThrow(LogStopped)
    expect([await verifiedSize(), await headSize()]).toEqual([AFTER, AFTER])
    expect(await store.read('checkpoint.witnessed', 999)).toBeNull()
  })

  it('when the database is older than what was signed, whichever of its traces is left', async () => {
    await publishFrom(store, journal, BEFORE, AFTER)
    await stopped(openPublisher(store, journal, BEFORE))
    await rm(join(store.folder, 'next'), { recursive: true })
    await stopped(openPublisher(store, journal, BEFORE))
    await rm(join(store.folder, 'checkpoint'))
    await stopped(openPublisher(store, journal, BEFORE))
    await rm(join(journal.folder, 'log-head'))
    await openPublisher(store, journal, BEFORE)
  })

  it('when a later tree is claimed, though nobody signed it yet', async () => {
    const counter = { writes: 0 }
    const failing = interrupted(store, counter, (write) => {
      if (write === 2) throw new Error('crash')
    })
    await expect(publishFrom(failing, journal, BEFORE, AFTER)).rejects.toThrow('crash')
    await stopped(openPublisher(store, journal, BEFORE))
    await publishFrom(store, journal, BEFORE, AFTER)
  })

  it('when another tree of the same size was signed, or was about to be', async () => {
    const strange = { size: AFTER, root: Buffer.alloc(32) }
    const cut = interrupted(store, { writes: 0 }, (write) => {
      if (write === 9) throw new Error('crash')
    })
    await expect(publishFrom(cut, journal, BEFORE, AFTER)).rejects.toThrow('crash')
    expect([await verifiedSize(), await headSize()]).toEqual([BEFORE, AFTER])
    const own = { origin: ORIGIN, store, journal, keys: [PUBLISHING_KEY] }
    await stopped(LogPublisher.open(own, treeOf(BEFORE), strange))
    await LogPublisher.open(own, treeOf(BEFORE), treeOf(AFTER))
  })

  it('when its tree or its origin is another', async () => {
    const others = ALL_LEAVES.slice(0, BEFORE).with(17, sealedLeaf(5000))
    const options = { origin: ORIGIN, store, journal, keys: [PUBLISHING_KEY] }
    await stopped(LogPublisher.open(options, treeOf(BEFORE, others), treeOf(BEFORE, others)))
    await stopped(LogPublisher.open({ ...options, origin: 'other.example/log' }, treeOf(BEFORE), treeOf(BEFORE)))
  })

  it.each(['tile/0/000.p/250', 'tile/entries/000.p/250'])('when its file %s is gone', async (path) => {
    await rm(join(store.folder, path))
    await stopped(openPublisher(store, journal, BEFORE))
  })

  it('when its tiles are others, or its leaves do not give the root that they were entered under', async () => {
    const publisher = await openPublisher(store, journal, BEFORE)
    await stopped(publisher.publish(ALL_LEAVES.slice(BEFORE, AFTER), treeOf(AFTER - 1).root))
    await store.put('tile/0/000.p/250', Buffer.alloc(250 * 32))
    await stopped(openPublisher(store, journal, BEFORE))
    expect(await store.read('next/250', 999)).toBeNull()
  })

  it('when its head is damaged', async () => {
    await journal.put('log-head', Buffer.from('x'))
    await stopped(openPublisher(store, journal, BEFORE))
  })
})
