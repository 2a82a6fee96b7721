import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { logKeyMac } from '@/lib/crypto/seals/log-key-mac'
import { formatCheckpoint } from '@/lib/crypto/tlog/checkpoint'
import { parseVkey } from '@/lib/crypto/tlog/note-key'
import { signNote } from '@/lib/crypto/tlog/note-signature'
import { formatNote, parseNote } from '@/lib/crypto/tlog/signed-note'
import { parsePolicy } from '@/lib/crypto/tlog/trust-policy'
import type { LogLeaf } from '@/lib/domain/log/log-leaf'
import { verifyLog } from '@/lib/domain/log/verify-log'
import { env, setEnv } from '@/lib/env'
import { checkCertificate } from '@/lib/service/check/check-certificate'
import { workingPool } from '@/lib/store/database/database'
import { requireKeyEncryptionKey } from '@/lib/store/keys/key-encryption-key'
import { logKeysNow } from '@/lib/store/log/keys/key-times'
import { type LogKeyRow, noteKeyOf, openNoteKeys } from '@/lib/store/log/keys/log-keys'
import { LogFolder } from '@/lib/store/log/log-folder'
import { sequenceHere } from '@/lib/store/log/sequence/await-publication'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { describeLogKeys } from '../describe-log'
import { fillLog } from '../fill-log'
import { keepLog } from '../keep-log'
import { resumeLog } from '../resume-log'
import { shownPolicy } from '../shown-policy'
import { compromiseLogKey } from './compromise-log-key'
import { retireLogKeys } from './retire-log-keys'
import { rotateLogKey } from './rotate-log-key'

const DAY = 24 * 3600 * 1000
const folder = mkdtempSync(join(tmpdir(), 'log-keys-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const LOG = join(folder, 'log')
const database = useServiceDatabase({ DATA_DIR: folder, LOG_DIR: LOG, JOURNAL_DIR: join(folder, 'journal') })
const files = new LogFolder(LOG)

beforeEach(async () => {
  await fillLog()
})
afterEach(async () => {
  await rm(LOG, { recursive: true, force: true })
  await rm(join(folder, 'journal'), { recursive: true, force: true })
  await emptied()
  setEnv({ ...env(), LOG_KEY_FILE: undefined })
})

/** The next test begins a log of its own. */
async function emptied(): Promise<void> {
  const superuser = new pg.Client(database.adminUrl)
  await superuser.connect()
  await superuser.query('SET session_replication_role = replica')
  for (const table of ['log_leaves', 'log_pending', 'log_state', 'log_keys']) {
    await superuser.query(`ALTER TABLE ${table} DISABLE TRIGGER ALL`)
    await superuser.query(`DELETE FROM ${table}`)
    await superuser.query(`ALTER TABLE ${table} ENABLE TRIGGER ALL`)
  }
  await superuser.end()
}

const policyOf = (...vkeys: string[]) =>
  parsePolicy(Buffer.from([...vkeys.map((vkey) => `log ${vkey}`), 'quorum none', ''].join('\n')))

/** What a verifier with these keys finds. */
async function verified(...vkeys: string[]) {
  const leaves: LogLeaf[] = []
  const onLeaf = (_: number, leaf: LogLeaf) => leaves.push(leaf)
  const found = await verifyLog(files, policyOf(...vkeys), Date.now() / 1000, { onLeaf })
  const states = leaves.flatMap((leaf) =>
    leaf.kind === 'log-key/v1' && leaf.fields.owner === 'log' ? [`${leaf.fields.key_id} ${leaf.fields.state}`] : [],
  )
  return { faults: found.faults, states, size: found.checkpoint?.size }
}

/** The keys of the log that signed what is published there. */
async function signersOf(path: string): Promise<string[]> {
  const { signatures } = parseNote(await readFile(join(LOG, path)))
  const { keys } = await describeLogKeys()
  return keys.flatMap(({ vkey }) => {
    const key = parseVkey(vkey)
    return signatures.some(({ name, keyId }) => name === key.name && keyId === key.id) ? [vkey] : []
  })
}

/** Lets so much time go by for the keys. */
async function later(milliseconds: number): Promise<void> {
  const back = (at: number | null) => (at === null ? null : at - milliseconds)
  for (const row of (await logKeysNow(workingPool())).rows.filter(({ purpose }) => purpose === 'log')) {
    const moved: LogKeyRow = { ...row, createdAt: row.createdAt - milliseconds, endedAt: back(row.endedAt) }
    await workingPool().query('UPDATE log_keys SET created_at = $2, ended_at = $3, mac = $4 WHERE id = $1', [
      ...[row.id, new Date(moved.createdAt).toISOString()],
      ...[
        moved.endedAt === null ? null : new Date(moved.endedAt).toISOString(),
        logKeyMac(requireKeyEncryptionKey(), moved),
      ],
    ])
  }
}

describe('a rotated key', () => {
  it('is announced at once, signs after seven days, and alone after ninety more', async () => {
    const [old = ''] = (await describeLogKeys()).vkeys
    const { vkey, from, before } = await rotateLogKey()
    expect([before.vkey, Math.round((before.until - from) / DAY)]).toEqual([old, 90])
    expect(Math.round((from - Date.now()) / DAY)).toBe(7)
    expect(await verified(old)).toMatchObject({ faults: [], states: [`${old} active`, `${vkey} active`] })
    expect(await signersOf('checkpoint')).toEqual([old])
    const shown = await readFile(join(LOG, 'vkeys'), 'utf8')
    expect(shown.split('\n').map((line) => line.split(' ')[0])).toEqual([old, vkey, ''])
    await expect(rotateLogKey()).rejects.toMatchObject({ code: 'malformed' })

    await later(7 * DAY + 1000)
    await sequenceHere()
    expect((await signersOf('checkpoint')).sort()).toEqual([old, vkey].sort())
    expect([(await verified(old)).faults, (await verified(vkey)).faults]).toEqual([[], []])

    await later(90 * DAY + 1000)
    const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() - 3_600_000)
    await expect(retireLogKeys()).rejects.toMatchObject({ code: 'unavailable' })
    clock.mockRestore()
    await retireLogKeys()
    await sequenceHere()
    expect(await signersOf('checkpoint')).toEqual([vkey])
    expect(await verified(vkey)).toMatchObject({
      faults: [],
      states: [`${old} active`, `${vkey} active`, `${old} retired`],
    })
    const { rows } = await workingPool().query('SELECT private_sealed FROM log_keys WHERE state = $1', ['retired'])
    expect(rows).toEqual([{ private_sealed: null }])
    expect((await shownPolicy(files)).logs).toHaveLength(1)
    await rotateLogKey()
  })

  it('comes out of the file where the one before it did', async () => {
    const pem = () => generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }) as string
    const file = join(folder, 'keys.pem')
    const [first, second] = [pem(), pem()]
    await writeFile(file, first)
    await emptied()
    await rm(LOG, { recursive: true, force: true })
    await rm(join(folder, 'journal'), { recursive: true, force: true })
    setEnv({ ...env(), LOG_KEY_FILE: file })
    await fillLog()
    await expect(rotateLogKey()).rejects.toMatchObject({ code: 'unavailable', message: /no new key/ })
    await writeFile(file, second + first)
    const { vkey, before } = await rotateLogKey()
    await later(8 * DAY)
    await sequenceHere()
    expect((await signersOf('checkpoint')).sort()).toEqual([vkey, before.vkey].sort())
    await expect(compromiseLogKey(vkey)).rejects.toMatchObject({ code: 'unavailable', message: /no new key/ })
    const { rows } = await workingPool().query('SELECT 1 FROM log_keys WHERE private_sealed IS NULL')
    expect(rows).toHaveLength(2)
  })
})

describe('a compromised key', () => {
  it('signs nothing more, and everything goes on under a new one', async () => {
    const [old = ''] = (await describeLogKeys()).vkeys
    const issuer = await mintIssuer()
    const stop = keepLog()
    const before = await issueOne(issuer)
    await writeFile(join(LOG, 'checkpoint.witnessed'), await readFile(join(LOG, 'checkpoint')))
    const { compromised, vkeys } = await compromiseLogKey(old.split('+')[1] ?? '')
    const after = await issueOne(issuer)
    await stop()
    expect([compromised, vkeys.length]).toEqual([old, 1])
    const [made = ''] = vkeys
    expect(await verified(made)).toMatchObject({
      faults: [],
      states: [`${old} active`, `${old} compromised`, `${made} active`],
    })
    expect((await verified(old)).faults).not.toEqual([])
    for (const path of ['checkpoint', 'checkpoint.witnessed']) expect(await signersOf(path)).toEqual([made])
    for (const serial of [before, after]) {
      expect((await checkCertificate(serial))?.judgement.overallStatus).toBe('verified')
    }
    expect((await shownPolicy(files)).logs).toHaveLength(1)
    expect((await describeLogKeys()).policy).not.toContain(old)
    await expect(compromiseLogKey(old)).rejects.toMatchObject({ code: 'malformed' })
    await expect(compromiseLogKey('nothing')).rejects.toMatchObject({ code: 'not_found' })
  })

  it('makes nobody sign a thief’s tree that stands in the folder', async () => {
    const { rows, now } = await logKeysNow(workingPool())
    const [thief] = openNoteKeys(rows, 'log', now)
    const [row] = rows.filter(({ purpose }) => purpose === 'log')
    if (!thief || !row) throw new Error('there is no key')
    const text = formatCheckpoint({ origin: noteKeyOf(row).name, size: 2, root: Buffer.alloc(32, 7) })
    const note = formatNote({ text, signatures: [await signNote(thief.key, thief.signer, text)] })
    await writeFile(join(LOG, 'checkpoint.witnessed'), note)
    await compromiseLogKey((await describeLogKeys()).vkeys[0] ?? '')
    expect(await readFile(join(LOG, 'checkpoint.witnessed'), 'utf8')).toBe(note)
  })

  it('brings on a log that stopped because a thief’s tree was shown to it', async () => {
    const [old = ''] = (await describeLogKeys()).vkeys
    await workingPool().query("UPDATE log_state SET stopped = 'A witness has confirmed a later tree of this log.'")
    const own = join(folder, 'own-checkpoint')
    await writeFile(own, await readFile(join(LOG, 'checkpoint')))
    const { vkeys, stopped } = await compromiseLogKey(old)
    expect(stopped).toMatch(/later tree/)
    await resumeLog(own)
    expect(await verified(vkeys[0] ?? '')).toMatchObject({ faults: [] })
    expect(await signersOf('checkpoint')).toEqual(vkeys)
  })
})
