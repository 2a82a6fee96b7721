import { randomUUID } from 'node:crypto'
import { cp, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { SmallDisk } from '@/faults/small-disk'
import { sealedLeafBytes } from '@/lib/domain/log/sealed-leaf'
import { withdrawCertificate } from '@/lib/service/change/withdraw-certificate'
import { describeLogKeys } from '@/lib/service/log/describe-log'
import { fillLog } from '@/lib/service/log/fill-log'
import { compromiseLogKey } from '@/lib/service/log/keys/compromise-log-key'
import { transaction } from '@/lib/store/database/database'
import type { StoredIssuer } from '@/lib/store/issuers/issuers'
import { insertPendingLeaves } from '@/lib/store/log/pending/pending-leaf'
import { patience, sequenceHere } from '@/lib/store/log/sequence/await-publication'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { AttackedLog, FOLDER, LOG, otherView } from './attacked-log'
import { look, type Noticed, type Shown, WHO, type Who } from './notice'

const database = useServiceDatabase({ DATA_DIR: FOLDER, LOG_DIR: LOG, JOURNAL_DIR: join(FOLDER, 'journal') })
const log = new AttackedLog()
let issuer: StoredIssuer
/** A certificate that stands, and one that is withdrawn. */
let standing = ''
let withdrawn = ''
/** The files as they were before the last certificates. */
const EARLIER = join(FOLDER, 'earlier')

const rows: [string, Noticed][] = []
const NOT_YET = { code: 'unavailable' }

beforeAll(async () => {
  for (const name of ['error', 'warn'] as const) vi.spyOn(console, name).mockImplementation(() => undefined)
  issuer = await mintIssuer()
  await fillLog()
  standing = await issueOne(issuer)
  await cp(LOG, EARLIER, { recursive: true })
  withdrawn = await issueOne(issuer)
  await withdrawCertificate(withdrawn, { reason: 'Example', actor: 'test', publicReason: null })
  await log.start(database.adminUrl)
})
afterEach(() => log.undo())
afterAll(async () => {
  await log.end()
  vi.restoreAllMocks()
  console.log(tableOf(rows))
})

const LINEAGE = () => `(SELECT lineage_id FROM certificates WHERE serial_key = '${withdrawn.replaceAll('-', '')}')`
const UNWITHDRAWN = () => `DELETE FROM events WHERE chain_id = ${LINEAGE()} AND type = 'withdrawn';
  UPDATE certificates SET status = 'issued', withdrawn_at = NULL, withdrawal_reason = NULL, withdrawal_salt = NULL
    WHERE serial_key = '${withdrawn.replaceAll('-', '')}'`
const UNLOGGED = () => `DELETE FROM log_leaves WHERE subject = ${LINEAGE()} AND place > 1`
const LIE = () => ({ serial: withdrawn, outcome: 'verified' })
const sealed = (at: number) =>
  sealedLeafBytes({
    issuerId: issuer.id,
    at,
    tag: Buffer.from(randomUUID().repeat(2).slice(0, 32)),
    commitment: Buffer.alloc(32, 5),
  })

/** A leaf that was never made for anything, by the real publisher. */
async function append(at: number): Promise<void> {
  const leaf = { kind: 'event' as const, subject: randomUUID(), place: 1, part: 0, leaf: sealed(at), salt: null }
  await transaction((tx) => insertPendingLeaves(tx, [leaf]))
  await sequenceHere()
}

async function withoutLast(count: number): Promise<Buffer[]> {
  return (await log.leaves()).slice(0, -count)
}

async function flip(path: string): Promise<void> {
  const bytes = await readFile(path)
  bytes[40] = (bytes[40] ?? 0) ^ 1
  await writeFile(path, bytes)
}

/** One is issued, and not published. */
async function expectNotYet(): Promise<void> {
  const { milliseconds } = patience
  patience.milliseconds = 300
  await expect(issueOne(issuer)).rejects.toMatchObject(NOT_YET)
  patience.milliseconds = milliseconds
}

/** An attack, what it wants to be believed, and who notices it. */
interface Attack {
  name: string
  make: () => Promise<Shown | void>
  /** Whoever is not named must notice nothing: the table says no more than is so. */
  noticedBy: Partial<Record<Who, RegExp>>
}

const SECONDS = () => Math.floor(Date.now() / 1000)

const ATTACKS: Attack[] = [
  {
    name: 'no attack',
    make: async () => undefined,
    noticedBy: {},
  },
  {
    name: 'a certificate backdated by two days',
    make: () => append(SECONDS() - 2 * 86_400),
    noticedBy: { comparison: /1 leaves/, doctor: /lacks leaves/, monitor: /backdated/, desk: /^1 / },
  },
  {
    name: 'a withdrawal taken out of its tables',
    make: async () => {
      await log.sql(UNWITHDRAWN())
      log.forgetJournal()
      return { lie: LIE() }
    },
    noticedBy: { check: /503/, comparison: /2 leaves/, doctor: /lacks leaves/, desk: /^2 / },
  },
  {
    name: 'the same, and its leaves called another’s in the log’s table',
    make: async () => {
      await log.sql(
        `UPDATE log_leaves SET subject = gen_random_uuid() WHERE subject = ${LINEAGE()} AND place > 1; ${UNWITHDRAWN()}`,
      )
      log.forgetJournal()
      return { lie: LIE() }
    },
    noticedBy: { comparison: /2 leaves/, doctor: /lacks leaves/, desk: /^2 / },
  },
  {
    name: 'the same, out of the log’s tables and the journal too',
    make: async () => {
      await log.sql(`${UNLOGGED()}; ${UNWITHDRAWN()}`)
      log.forgetJournal()
      return { lie: LIE() }
    },
    noticedBy: { comparison: /2 leaves/, doctor: /lacks leaves/, desk: /^2 / },
  },
  {
    name: 'the same, and the whole log rewritten without it',
    make: async () => {
      const leaves = await withoutLast(2)
      await log.sql(UNWITHDRAWN())
      log.forgetJournal()
      await log.rewriteAll(leaves)
      return { lie: LIE() }
    },
    noticedBy: { monitor: /shrunk/, witness: /not confirmed/, publisher: /stopped: .*later tree/ },
  },
  {
    name: 'the same, with other leaves in its place, of the same number',
    make: async () => {
      const leaves = [...(await withoutLast(2)), sealed(SECONDS()), sealed(SECONDS())]
      await log.sql(UNWITHDRAWN())
      log.forgetJournal()
      await log.sql(`INSERT INTO log_leaves (log_index, kind, subject, place, leaf)
        VALUES (900001, 'event', '${randomUUID()}', 1, '\\x${leaves.at(-2)?.toString('hex')}'),
          (900002, 'event', '${randomUUID()}', 1, '\\x${leaves.at(-1)?.toString('hex')}')`)
      await log.rewriteAll(leaves)
      return { lie: LIE() }
    },
    noticedBy: {
      ...{ comparison: /2 leaves/, doctor: /lacks leaves/, monitor: /fork/, witness: /not confirmed/, desk: /^2 / },
      publisher: /stopped: .*another tree/,
    },
  },
  {
    name: 'a fork of the same size, shown to somebody else',
    make: async () => {
      const leaves = await log.leaves()
      return { files: await otherView(log, leaves.with(-3, sealed(SECONDS()))) }
    },
    noticedBy: { monitor: /fork/, witness: /not confirmed/ },
  },
  {
    name: 'a split view: each of two witnesses is shown another tree',
    make: async () => {
      const leaves = await log.leaves()
      await append(SECONDS())
      await log.ask(log.files, [0])
      const files = await otherView(log, [...leaves, sealed(SECONDS())])
      expect((await log.ask(files, [1])).cosignatures).toHaveLength(1)
      return { files }
    },
    noticedBy: {
      ...{ comparison: /1 leaves/, doctor: /lacks leaves/, witness: /not confirmed/, desk: /^1 / },
      publisher: /stopped: .*another tree/,
    },
  },
  {
    name: 'a rewritten tile',
    make: async () => {
      await flip(join(LOG, `tile/0/000.p/${(await log.leaves()).length}`))
    },
    noticedBy: { doctor: /tile/, verify: /tile/, monitor: /tile/, publisher: /Tiles|tiles/ },
  },
  {
    name: 'a leaf removed from files and tables, and signed again',
    make: async () => {
      const leaves = await log.leaves()
      await log.rewriteAll(leaves.toSpliced(leaves.length - 4, 1))
    },
    noticedBy: { monitor: /shrunk/, witness: /not confirmed/, publisher: /stopped: .*later tree/ },
  },
  {
    name: 'an old checkpoint put back',
    make: async () => cp(join(EARLIER, 'checkpoint'), join(LOG, 'checkpoint')),
    noticedBy: { doctor: /the database/, verify: /checkpoint/, monitor: /checkpoint|shrunk/, witness: /not confirmed/ },
  },
  {
    name: 'a truncated log: older than its database',
    make: async () => {
      await rm(LOG, { recursive: true })
      await cp(EARLIER, LOG, { recursive: true })
    },
    noticedBy: {
      comparison: /cannot be read/,
      doctor: /the database/,
      monitor: /shrunk/,
      witness: /not confirmed/,
      publisher: /waits|stopped/,
    },
  },
  {
    name: 'a database older than its log',
    make: async () => {
      const size = (await log.leaves()).length
      await log.sql(
        `DELETE FROM log_leaves WHERE log_index >= ${size - 2}; UPDATE log_state SET size = ${size - 2}, published_size = ${size - 2}`,
      )
      await log.reseal()
      await log.sql(UNWITHDRAWN())
      log.forgetJournal()
      return { lie: LIE() }
    },
    noticedBy: { comparison: /2 leaves/, doctor: /root|the database/, desk: /^2 /, publisher: /stopped: .*later tree/ },
  },
  {
    name: 'a stolen key signs another tree for somebody',
    make: async () => {
      const leaves = await log.leaves()
      return { files: await otherView(log, [...leaves.slice(0, -1), sealed(SECONDS()), sealed(SECONDS())]) }
    },
    noticedBy: { monitor: /fork|root/, witness: /not confirmed/ },
  },
  {
    name: 'the same, once the key is declared compromised',
    make: async () => {
      const leaves = await log.leaves()
      const files = await otherView(log, [...leaves.slice(0, -1), sealed(SECONDS()), sealed(SECONDS())])
      await compromiseLogKey((await describeLogKeys()).vkeys[0] ?? '')
      return { files }
    },
    noticedBy: { verify: /checkpoint/, monitor: /checkpoint/, witness: /not confirmed/ },
  },
  {
    name: 'the folder of the log away',
    make: async () => {
      await rename(LOG, `${LOG}.away`)
      await expectNotYet()
      return { lie: { serial: standing, outcome: 'verified' } }
    },
    noticedBy: {
      comparison: /cannot be read/,
      doctor: /missing|not those/,
      verify: /checkpoint/,
      monitor: /checkpoint/,
      witness: /cannot be read|not confirmed/,
      publisher: /waits/,
    },
  },
  {
    name: 'a disk that is full',
    make: async () => {
      const disk = await SmallDisk.mount(join(FOLDER, 'disk'), '2m')
      if (!disk) throw new Error('this row needs root: it mounts a file system of two megabytes')
      await cp(LOG, join(disk.folder, 'log'), { recursive: true })
      await rename(LOG, `${LOG}.away`)
      await symlink(join(disk.folder, 'log'), LOG)
      await disk.fill()
      await expectNotYet()
      await log.sql(
        `UPDATE log_pending SET at = at - interval '61 seconds'; UPDATE log_state SET committed_at = committed_at - interval '61 seconds'`,
      )
      undoing.push(async () => disk.unmount())
      return { lie: { serial: standing, outcome: 'verified' } }
    },
    noticedBy: { doctor: /taken nothing in/, publisher: /waits/ },
  },
  {
    name: 'the clock of a server two hours back',
    make: async () => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 2 * 3_600_000 })
      undoing.push(async () => void vi.useRealTimers())
      return { lie: { serial: standing, outcome: 'verified' } }
    },
    // What a witness confirms is of the future then.
    noticedBy: { check: /503/, witness: /not confirmed/ },
  },
  {
    name: 'a witness away',
    make: () => log.endWitness(1),
    noticedBy: { witness: /not confirmed/ },
  },
]

const undoing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const undo of undoing.splice(0)) await undo()
  await rm(LOG, { recursive: true, force: true })
})

describe('an attack on the log', () => {
  it.each(ATTACKS)('$name', async ({ name, make, noticedBy }) => {
    const shown = (await make()) ?? {}
    const noticed = await look(log, issuer.id, shown)
    rows.push([name, noticed])
    const found = Object.fromEntries(WHO.map((who) => [who, noticed[who]?.said ?? null]))
    expect(found).toEqual(
      Object.fromEntries(WHO.map((who) => [who, noticedBy[who] ? expect.stringMatching(noticedBy[who]) : null])),
    )
  })
})

/** Who noticed what, and how long each looked. */
function tableOf(found: readonly [string, Noticed][]): string {
  const cells = found.map(([name, noticed]) => [name, ...WHO.map((who) => cellOf(noticed[who]))])
  return [['attack', ...WHO], ['---', ...WHO.map(() => '---')], ...cells]
    .map((line) => `| ${line.join(' | ')} |`)
    .join('\n')
}

function cellOf(noticed: Noticed[Who]): string {
  return noticed === null ? '' : `${noticed.said.slice(0, 60)} (${(noticed.took / 1000).toFixed(2)} s)`
}
