import { mkdtempSync } from 'node:fs'
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { vi } from 'vitest'
import { formatCheckpoint } from '@/lib/crypto/tlog/checkpoint'
import { parseVkey } from '@/lib/crypto/tlog/note-key'
import { cosignNote, signNote } from '@/lib/crypto/tlog/note-signature'
import { formatNote, formatSignatureLine } from '@/lib/crypto/tlog/signed-note'
import { TreeEdge } from '@/lib/crypto/tlog/tree-edge'
import { leafHash, rootOf } from '@/lib/crypto/tlog/tree-hash'
import { parsePolicy, type TrustPolicy } from '@/lib/crypto/tlog/trust-policy'
import type { LogReader } from '@/lib/domain/log/log-reader'
import type { LogStore } from '@/lib/domain/log/log-store'
import { growTree } from '@/lib/domain/log/tree-files'
import { verifyLog } from '@/lib/domain/log/verify-log'
import { describeLogKeys } from '@/lib/service/log/describe-log'
import { monitorLog } from '@/lib/service/log/monitor-log'
import { askWitnesses } from '@/lib/service/log/witness/ask-witnesses'
import { workingPool } from '@/lib/store/database/database'
import { journalSession } from '@/lib/store/database/note-server'
import { JournalKnowledge } from '@/lib/store/journal/journal-knowledge'
import { noteMissingLeaves } from '@/lib/store/log/complete-log'
import { logKeysNow } from '@/lib/store/log/keys/key-times'
import { openNoteKeys } from '@/lib/store/log/keys/log-keys'
import { LogFolder } from '@/lib/store/log/log-folder'
import { resealLogState } from '@/test/database/reseal-log-state'
import { endInstallation, type Installation, startInstallation, tellInstallation } from '@/test/tlog/installation'

const TABLES = [
  ...['log_leaves', 'log_state', 'log_pending', 'log_keys', 'events', 'certificates', 'signed_forms', 'artifacts'],
  ...['journal_position', 'journal_outbox', 'journal_marks'],
] as const
const PLACES = ['log', 'journal', 'monitor'] as const

/** Where the log of these tests lies, with its journal and a monitor that has seen it. */
export const FOLDER = mkdtempSync(join(tmpdir(), 'log-attacks-'))
export const LOG = join(FOLDER, 'log')

/**
 * A log with two witnesses in other hands and a monitor, which an operator attacks who holds everything: database, files,
 * journal and keys. What was done is undone between two attacks, but for what nobody can: the witnesses are made to forget.
 */
export class AttackedLog {
  readonly files = new LogFolder(LOG)
  #witnesses: Installation[] = []
  #superuser!: pg.Client
  #knowledge: ReturnType<typeof journalSession>['knowledge'] = null
  #isWitnessGone = false

  /** Starts the witnesses; the log is there. */
  async start(adminUrl: string): Promise<void> {
    this.#superuser = new pg.Client(adminUrl)
    await this.#superuser.connect()
    this.#witnesses = await Promise.all([startInstallation('one'), startInstallation('two')])
    const [vkey = ''] = (await describeLogKeys()).vkeys
    for (const witness of this.#witnesses) tellInstallation(witness, { witnessLogs: [vkey], policy: 'quorum none\n' })
    this.#knowledge = journalSession().knowledge
    await this.#keep()
    await this.#prime()
  }

  async end(): Promise<void> {
    await this.#superuser.end()
    await Promise.all(this.#witnesses.map(endInstallation))
    await rm(FOLDER, { recursive: true, force: true })
  }

  /** Runs statements without any guard. */
  async sql(statements: string): Promise<void> {
    await this.#superuser.query(statements)
  }

  /** Whoever holds the keys makes the state of the log count as it stands. */
  async reseal(): Promise<void> {
    await resealLogState(this.#superuser)
  }

  /** Everything is as it was before the attack. */
  async undo(): Promise<void> {
    for (const table of TABLES) {
      await this.sql(`DELETE FROM ${table}; INSERT INTO ${table} SELECT * FROM kept_${table}`)
    }
    for (const place of PLACES) {
      for (const name of [place, `${place}.away`]) await rm(join(FOLDER, name), { recursive: true, force: true })
      await cp(join(FOLDER, 'kept', place), join(FOLDER, place), { recursive: true })
    }
    journalSession().knowledge = this.#knowledge
    noteMissingLeaves({ leaves: [], vrfKey: null, isAll: true })
    for (const { database, folder } of this.#witnesses) {
      const client = new pg.Client(database.url)
      await client.connect()
      await client.query('DELETE FROM witnessed_trees').finally(() => client.end())
      await rm(join(folder, 'journal', 'witness'), { recursive: true, force: true })
    }
    if (!this.#isWitnessGone) await this.#prime()
  }

  /** What the journal knows is forgotten, as if its folder had been rewritten. */
  forgetJournal(): void {
    journalSession().knowledge = new JournalKnowledge()
  }

  /** Every leaf that is published. */
  async leaves(): Promise<Buffer[]> {
    const { rows } = await workingPool().query<{ leaf: Buffer }>('SELECT leaf FROM log_leaves ORDER BY log_index')
    return rows.map(({ leaf }) => leaf)
  }

  /** Rewrites the files of the log, signed under its real keys, as if there had never been other leaves. */
  async rewriteFiles(leaves: readonly Buffer[], store: LogStore = this.files): Promise<void> {
    if (store === this.files)
      for (const name of ['tile', 'next', 'checkpoint.witnessed'])
        await rm(join(LOG, name), { recursive: true, force: true })
    const { files } = await growTree(new TreeEdge(), [], leaves)
    for (const { path, bytes } of files) await store.put(path, bytes)
    const { rows, now } = await logKeysNow(workingPool())
    const [own] = openNoteKeys(rows, 'log', now)
    const [witness] = openNoteKeys(rows, 'witness', now)
    if (!own || !witness) throw new Error('the log has no keys')
    const text = formatCheckpoint({ origin: own.key.name, ...treeOf(leaves) })
    const signatures = [
      await signNote(own.key, own.signer, text),
      await cosignNote(witness.key, witness.signer, text, Math.floor(Date.now() / 1000)),
    ]
    await store.put('checkpoint', Buffer.from(formatNote({ text, signatures })))
  }

  /** The same in the database, and without a trace in the journal's folder. */
  async rewriteAll(leaves: readonly Buffer[]): Promise<void> {
    await this.rewriteFiles(leaves)
    await rm(join(FOLDER, 'journal', 'log-head'), { force: true })
    const { size, root } = treeOf(leaves)
    await this.sql(`DELETE FROM log_leaves WHERE leaf NOT IN (${leaves.map((leaf) => `'\\x${leaf.toString('hex')}'`).join(',')});
      WITH placed AS (SELECT log_index, row_number() OVER (ORDER BY log_index) - 1 AS place FROM log_leaves)
        UPDATE log_leaves l SET log_index = -1 - p.place FROM placed p WHERE p.log_index = l.log_index;
      UPDATE log_leaves SET log_index = -1 - log_index;
      UPDATE log_state SET size = ${size}, published_size = ${size}, root = '\\x${root.toString('hex')}',
        published_root = '\\x${root.toString('hex')}'`)
    await this.reseal()
  }

  /** Whoever verifies with these keys and a quorum of both witnesses; or of none. */
  async policy(quorum: 'both' | 'none'): Promise<TrustPolicy> {
    const { vkeys } = await describeLogKeys()
    const names = this.#witnesses.map(
      ({ witness, port }, at) => `witness w${at} ${witness} http://127.0.0.1:${port}/witness`,
    )
    const rule = quorum === 'both' ? ['group both all w0 w1', 'quorum both'] : ['quorum none']
    return parsePolicy(Buffer.from([...vkeys.map((vkey) => `log ${vkey}`), ...names, ...rule, ''].join('\n')))
  }

  /** Asks the witnesses to confirm what stands in a place, or the signed note that is given. */
  async ask(files: LogReader, which: readonly number[] = [0, 1], signed?: string) {
    const policy = await this.policy('both')
    const checkpoint = signed ?? (await files.read('checkpoint', 65_536))?.toString() ?? ''
    const keys = (await describeLogKeys()).vkeys.map(parseVkey)
    const witnesses = policy.witnesses.filter((_, at) => which.includes(at))
    return askWitnesses({ checkpoint, keys, files }, { ...policy, witnesses, quorum: null }, new Map())
  }

  async endWitness(at: number): Promise<void> {
    this.#isWitnessGone = true
    this.#witnesses[at]?.child.kill('SIGKILL')
  }

  /** A verifier that sees this log for the first time. */
  async verify(files: LogReader = this.files) {
    return verifyLog(files, await this.policy('none'), Math.floor(Date.now() / 1000))
  }

  /** A monitor that saw the log before the attack. */
  async monitor(files: LogReader = this.files, now = Math.floor(Date.now() / 1000)) {
    return monitorLog(files, { policy: await this.policy('none'), folder: join(FOLDER, 'monitor'), now })
  }

  async #keep(): Promise<void> {
    await mkdir(join(FOLDER, 'monitor'), { recursive: true })
    const { alarms, keep } = await this.monitor()
    if (alarms.length > 0) throw new Error(`the monitor begins with ${JSON.stringify(alarms)}`)
    await keep()
    await this.sql('SET session_replication_role = replica')
    for (const table of TABLES) {
      await this.sql(`ALTER TABLE ${table} DISABLE TRIGGER ALL; CREATE TABLE kept_${table} AS TABLE ${table}`)
    }
    for (const place of PLACES) await cp(join(FOLDER, place), join(FOLDER, 'kept', place), { recursive: true })
  }

  /** Both witnesses have confirmed the log, and it shows that they have. */
  async #prime(): Promise<void> {
    const { cosignatures } = await vi.waitFor(async () => {
      const answer = await this.ask(this.files)
      if (answer.cosignatures.length < 2) throw new Error('a witness does not confirm yet')
      return answer
    }, 200_000)
    const note = (await readFile(join(LOG, 'checkpoint'))).toString()
    const lines = cosignatures.map(formatSignatureLine)
    await writeFile(join(LOG, 'checkpoint.witnessed'), note + lines.join(''))
  }
}

/** The tree of these leaves. */
export function treeOf(leaves: readonly Buffer[]): { size: number; root: Buffer } {
  return { size: leaves.length, root: rootOf(leaves.map(leafHash)) }
}

/** The log as others are shown it. */
export async function otherView(log: AttackedLog, leaves: readonly Buffer[]): Promise<LogFolder> {
  const place = new LogFolder(join(FOLDER, 'other'))
  await rm(place.folder, { recursive: true, force: true })
  await log.rewriteFiles(leaves, place)
  return place
}
