import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { parsePolicy } from '@/lib/crypto/tlog/trust-policy'
import { claimPath } from '@/lib/domain/log/claim-path'
import { verifyLog } from '@/lib/domain/log/verify-log'
import { env, parseEnv, setEnv } from '@/lib/env'
import { correctCertificate } from '@/lib/service/change/correct-certificate'
import { withdrawCertificate } from '@/lib/service/change/withdraw-certificate'
import { checkCertificate } from '@/lib/service/check/check-certificate'
import { replayJournal } from '@/lib/service/journal/replay-journal'
import { journalTroubles } from '@/lib/service/operation/journal-troubles'
import { giveReceipt } from '@/lib/service/receipts/give-receipt'
import { validateAttached } from '@/lib/service/receipts/validate-receipt'
import { closeDatabase, workingPool } from '@/lib/store/database/database'
import type { StoredIssuer } from '@/lib/store/issuers/issuers'
import { compareAgain } from '@/lib/store/journal/journal-watch'
import { compareLog } from '@/lib/store/log/compare-log'
import { forgetLog } from '@/lib/store/log/complete-log'
import { LATER } from '@/lib/store/log/contradicted-log'
import { LogFolder } from '@/lib/store/log/log-folder'
import { findLogState } from '@/lib/store/log/log-state'
import { sequenceHere } from '@/lib/store/log/sequence/await-publication'
import { ownLogConnection } from '@/lib/store/log/sequence/own-log-connection'
import { Sequencer } from '@/lib/store/log/sequence/sequencer'
import { createTestDatabase, type TestDatabase } from '@/test/database/database'
import { atDatabase } from '@/test/database/database-url'
import { resealLogState } from '@/test/database/reseal-log-state'
import { issueOne, mintIssuer } from '@/test/database/service-database'
import { ExampleLog, someLeaves } from '@/test/tlog/example-log'
import { newNoteKey } from '@/test/tlog/note-keys'
import { describeLogKeys } from './describe-log'
import { fillLog } from './fill-log'
import { resumeLog } from './resume-log'
import { takePublishedLog } from './take-published-log'

const LOST = { code: 'unavailable', details: { code: 'record_lost' } }
const REASONS = { reason: 'Example', actor: 'test' }
let folder = ''
let database: TestDatabase
let issuer: StoredIssuer
const copies: string[] = []

beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(async () => {
  await closeDatabase()
  forgetLog()
  folder = await mkdtemp(join(tmpdir(), 'resume-log-'))
  const variables = { BASE_URL: 'https://verify.test', DATABASE_URL: await copyOf(database.url), DATA_DIR: folder }
  setEnv(parseEnv({ ...process.env, ...variables }))
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  issuer = await mintIssuer()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await rm(folder, { recursive: true, force: true })
})
afterAll(async () => {
  await closeDatabase()
  forgetLog()
  for (const name of copies) await onServer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
  await database.drop()
})

async function onServer(sql: string): Promise<void> {
  const client = new pg.Client(atDatabase(database.adminUrl, 'postgres'))
  await client.connect()
  await client.query(sql).finally(() => client.end())
}

async function copyOf(url: string): Promise<string> {
  await closeDatabase()
  const from = new URL(url).pathname.slice(1)
  const name = `${new URL(database.url).pathname.slice(1)}_l${copies.length}`
  await onServer(`CREATE DATABASE ${name} TEMPLATE ${from} OWNER ${new URL(database.url).username}`)
  copies.push(name)
  return atDatabase(url, name)
}

/** A backup of the database; what it returns puts it back. */
async function backUp(): Promise<() => Promise<void>> {
  const url = await copyOf(env().DATABASE_URL ?? '')
  return async () => {
    await closeDatabase()
    setEnv({ ...env(), DATABASE_URL: url })
  }
}

const outcomeOf = async (serial: string) => (await checkCertificate(serial))?.judgement.overallStatus ?? null
const receiptOf = async (serial: string) => (await giveReceipt(serial, null))?.receiptJwt ?? ''
const withdraw = (serial: string) => withdrawCertificate(serial, { ...REASONS, publicReason: null })

/** Everybody's view: the whole log, and that the database goes with it. */
async function verified() {
  const policy = parsePolicy(Buffer.from((await describeLogKeys()).policy))
  const found = await verifyLog(new LogFolder(join(folder, 'log')), policy, Math.floor(Date.now() / 1000))
  const state = await findLogState(workingPool())
  expect([found.faults, found.checkpoint?.size]).toEqual([[], state?.publishedSize])
  return found
}

/** The newest checkpoint, as somebody else keeps it. */
async function keptNote(): Promise<string> {
  const file = join(folder, 'kept')
  await cp(join(folder, 'log/checkpoint'), file)
  return file
}

describe('a restored database', () => {
  it('goes on behind what was published, and its certificates are what they were', async () => {
    const [kept, corrected, withdrawn] = [await issueOne(issuer), await issueOne(issuer), await issueOne(issuer)]
    await fillLog()
    const restore = await backUp()
    const { certificate } = await correctCertificate(corrected, { fullName: 'New Name' }, REASONS)
    await withdraw(withdrawn)
    const late = await issueOne(issuer)
    const note = await keptNote()
    const before = (await verified()).checkpoint
    await restore()

    await sequenceHere()
    await expect(issueOne(issuer)).rejects.toMatchObject({ code: 'unavailable' })
    await expect(issueOne(issuer)).rejects.toThrow(/nothing was issued/)
    expect((await findLogState(workingPool()))?.stopped).toMatch(/older than the log/)
    await expect(resumeLog(note)).rejects.toThrow(/certs journal replay first/)
    expect((await replayJournal()).refused).toEqual([])
    expect(await resumeLog(note)).toMatchObject({ size: before?.size, lost: 1 })

    const after = await verified()
    expect(after.checkpoint?.size).toBe((before?.size ?? 0) + 1)
    expect(after.counts['log-notice/v1']).toBe(2)
    expect(await outcomeOf(kept)).toBe('verified')
    expect(await outcomeOf(corrected)).toBe('superseded')
    expect(await outcomeOf(certificate.serial)).toBe('verified')
    expect(await outcomeOf(withdrawn)).toBe('withdrawn')
    await expect(outcomeOf(late)).rejects.toMatchObject(LOST)
    const next = await issueOne(issuer)
    expect(await outcomeOf(next)).toBe('verified')
    await compareLog(workingPool(), 0)
    expect([await outcomeOf(kept), await outcomeOf(next)]).toEqual(['verified', 'verified'])
    await verified()
    await expect(resumeLog(note)).rejects.toThrow(/not stopped/)
  })

  it('says nothing of a certificate whose withdrawal only the log still knows', async () => {
    const [kept, withdrawn] = [await issueOne(issuer), await issueOne(issuer)]
    await fillLog()
    const restore = await backUp()
    await cp(join(folder, 'journal'), join(folder, 'journal-then'), { recursive: true })
    await withdraw(withdrawn)
    const note = await keptNote()
    await restore()
    await rm(join(folder, 'journal'), { recursive: true })
    await cp(join(folder, 'journal-then'), join(folder, 'journal'), { recursive: true })
    await sequenceHere()
    // The withdrawal, and the leaf that covers it.
    expect(await resumeLog(note)).toMatchObject({ lost: 2 })
    await compareLog(workingPool(), 0)
    expect(await outcomeOf(kept)).toBe('verified')
    await expect(outcomeOf(withdrawn)).rejects.toMatchObject({ code: 'unavailable' })
    await verified()
  })

  it('says nothing at all once a witness shows a tree that is later than database, journal and log, until a copy of it tells', async () => {
    const [kept, withdrawn] = [await issueOne(issuer), await issueOne(issuer)]
    await fillLog()
    const restore = await backUp()
    for (const name of ['journal', 'log'])
      await cp(join(folder, name), join(folder, `${name}-then`), { recursive: true })
    await withdraw(withdrawn)
    const receipts = [await receiptOf(withdrawn), await receiptOf(kept)]
    await cp(join(folder, 'log'), join(folder, 'copy'), { recursive: true })
    await restore()
    for (const name of ['journal', 'log']) {
      await rm(join(folder, name), { recursive: true })
      await cp(join(folder, `${name}-then`), join(folder, name), { recursive: true })
    }
    // Nothing on this machine tells.
    expect([await outcomeOf(kept), await outcomeOf(withdrawn)]).toEqual(['verified', 'verified'])
    // But for what was signed before.
    for (const receipt of receipts)
      await expect(validateAttached([receipt], async () => undefined)).rejects.toMatchObject({ code: 'unavailable' })
    const db = await ownLogConnection()
    const sequencer = await Sequencer.take(db)
    const shown = { text: '', cosignatures: [], isQuorum: false, contradiction: LATER }
    await expect(sequencer?.confirm(shown)).rejects.toThrow(LATER)
    await db.end()
    await compareAgain()
    for (const serial of [kept, withdrawn, '7K3M-9QXT-2VBD-8RWN'])
      await expect(outcomeOf(serial), serial).rejects.toMatchObject({ code: 'unavailable' })
    expect(journalTroubles()).toEqual(['checks'])

    await resumeLog(await takePublishedLog(join(folder, 'copy')))
    await compareAgain()
    expect(journalTroubles()).toEqual([])
    expect(await outcomeOf(kept)).toBe('verified')
    await expect(outcomeOf(withdrawn)).rejects.toMatchObject({ code: 'unavailable' })
    await verified()
  })

  it('does not go on where that could tell two histories', async () => {
    await issueOne(issuer)
    await fillLog()
    const restore = await backUp()
    await cp(join(folder, 'log'), join(folder, 'log-then'), { recursive: true })
    const lost = await issueOne(issuer)
    const note = await keptNote()
    await cp(join(folder, 'log'), join(folder, 'log-now'), { recursive: true })
    await restore()
    await expect(resumeLog(note)).rejects.toThrow(/not stopped/)
    await sequenceHere()
    const size = (await findLogState(workingPool()))?.size
    const other = await new ExampleLog(newNoteKey('verify.test/log', 'log'), []).grow(
      someLeaves(newNoteKey('x', 'log'), 3),
    )
    await writeFile(join(folder, 'strange'), other.files.get('checkpoint') ?? '')
    await expect(resumeLog(join(folder, 'strange'))).rejects.toThrow(/is not one of verify\.test\/log/)
    await expect(resumeLog(join(folder, 'absent'))).rejects.toThrow(/cannot be read/)

    await rm(join(folder, 'log'), { recursive: true })
    await cp(join(folder, 'log-then'), join(folder, 'log'), { recursive: true })
    await expect(resumeLog(note)).rejects.toThrow(/do not lead from/)
    await rm(join(folder, 'log'), { recursive: true })
    await cp(join(folder, 'log-now'), join(folder, 'log'), { recursive: true })
    // Signed for the same leaves, with another root: what a stolen key would have shown to somebody.
    const head = join(folder, 'journal/log-head')
    await cp(head, join(folder, 'head-then'))
    const [origin, newest] = (await readFile(note, 'utf8')).split('\n')
    await writeFile(head, `${origin}\n${newest}\n${Buffer.alloc(32, 7).toString('base64')}\n`)
    await expect(resumeLog(note)).rejects.toThrow(/root of checkpoint/)
    await cp(join(folder, 'head-then'), head)
    await workingPool().query(`UPDATE log_state SET root = decode(repeat('ab', 32), 'hex')`)
    await resealLogState(workingPool())
    await expect(resumeLog(note)).rejects.toThrow(/root of the database/)
    expect((await findLogState(workingPool()))?.size).toBe(size)
    await expect(outcomeOf(lost)).rejects.toMatchObject(LOST)
  })
})

it('a primary goes on where the one before claimed a tree whose files nobody has, unless that may be signed', async () => {
  const kept = await issueOne(issuer)
  await fillLog()
  const log = new LogFolder(join(folder, 'log'))
  const size = (await findLogState(workingPool()))?.publishedSize ?? 0
  // Whoever claimed it was cut off right after, and its database with it.
  const claim = (root: number) => `verify.test/log\n${size + 2}\n${Buffer.alloc(32, root).toString('base64')}\n`
  await log.claim(claimPath(size), Buffer.from(claim(7)))
  await closeDatabase()
  await sequenceHere()
  await expect(issueOne(issuer)).rejects.toMatchObject({ code: 'unavailable' })
  const note = await keptNote()
  const head = join(folder, 'journal/log-head')
  await cp(head, join(folder, 'head-then'))
  await rm(head)
  await expect(resumeLog(note)).rejects.toThrow(/do not lead from/)
  await writeFile(
    head,
    (await readFile(note, 'utf8')).replace(/\n\d+\n.*\n[^]*/, `\n1\n${Buffer.alloc(32).toString('base64')}\n`),
  )
  await expect(resumeLog(note)).rejects.toThrow(/do not lead from/)
  await cp(join(folder, 'head-then'), head)

  expect(await resumeLog(note)).toMatchObject({ size, lost: 0 })
  expect([await outcomeOf(kept), await outcomeOf(await issueOne(issuer))]).toEqual(['verified', 'verified'])
  await verified()
})

it('a primary goes on whose leaves got their places while another one published its own', async () => {
  const kept = await issueOne(issuer)
  await fillLog()
  const former = env().DATABASE_URL ?? ''
  const promoted = await copyOf(former)
  const use = async (url: string) => {
    await closeDatabase()
    setEnv({ ...env(), DATABASE_URL: url })
  }
  await use(promoted)
  const db = await ownLogConnection()
  // It was here, and the log where it was, before the former primary took one more change in.
  const sequencer = await Sequencer.take(db)
  await use(former)
  const lost = await issueOne(issuer)
  await use(promoted)
  const told = expect(issueOne(issuer)).rejects.toMatchObject({ code: 'unavailable' })
  const publish = async () => {
    while ((await sequencer?.runBatch()) === 0) continue
  }
  await expect(publish()).rejects.toThrow(/Another tree was claimed/)
  await told
  await db.end()
  const made = await newestSerial()
  await expect(outcomeOf(made)).rejects.toMatchObject({ code: 'unavailable' })

  // What somebody put in their place meanwhile is not sealed.
  const [leaf] = await onLeaves<{ leaf: string; at: string }>(
    'SELECT leaf::text, log_index AS at FROM log_leaves ORDER BY log_index DESC LIMIT 1',
  )
  const write = (bytes: string) => onLeaves(`UPDATE log_leaves SET leaf = '${bytes}' WHERE log_index = ${leaf?.at}`)
  await write('\\x00')
  await expect(resumeLog(await keptNote())).rejects.toMatchObject({ code: 'unavailable' })
  await write(leaf?.leaf ?? '')

  expect(await resumeLog(await keptNote())).toMatchObject({ lost: 1 })
  await compareLog(workingPool(), 0)
  expect([await outcomeOf(kept), await outcomeOf(made)]).toEqual(['verified', 'verified'])
  await expect(outcomeOf(lost)).rejects.toMatchObject(LOST)
  expect(await outcomeOf(await issueOne(issuer))).toBe('verified')
  await verified()
  await expect(workingPool().query('DELETE FROM log_leaves WHERE log_index = 0')).rejects.toThrow(/append-only/)
})

/** As somebody who may do anything. */
async function onLeaves<Row extends pg.QueryResultRow>(sql: string): Promise<Row[]> {
  const client = new pg.Client(atDatabase(database.adminUrl, new URL(env().DATABASE_URL ?? '').pathname.slice(1)))
  await client.connect()
  try {
    await client.query('SET session_replication_role = replica; ALTER TABLE log_leaves DISABLE TRIGGER USER')
    const { rows } = await client.query<Row>(sql)
    await client.query(
      'ALTER TABLE log_leaves ENABLE TRIGGER USER; ALTER TABLE log_leaves ENABLE ALWAYS TRIGGER log_leaves_append_only',
    )
    return rows
  } finally {
    await client.end()
  }
}

async function newestSerial(): Promise<string> {
  const { rows } = await workingPool().query<{ serial: string }>(
    'SELECT serial FROM certificates ORDER BY recorded_at DESC LIMIT 1',
  )
  return rows[0]?.serial ?? ''
}
