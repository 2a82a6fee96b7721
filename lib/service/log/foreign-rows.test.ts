import { randomUUID } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { cp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { canonicalJson } from '@/lib/crypto/encoding/canonical-json'
import { withdrawCertificate } from '@/lib/service/change/withdraw-certificate'
import { checkCertificate } from '@/lib/service/check/check-certificate'
import { examineSeals } from '@/lib/service/doctor/examine-seals'
import { setIssuerStanding } from '@/lib/service/issuers/set-issuer-standing'
import { servingPool } from '@/lib/store/database/database'
import type { StoredIssuer } from '@/lib/store/issuers/issuers'
import { patience, sequenceHere } from '@/lib/store/log/sequence/await-publication'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { fillLog } from './fill-log'
import { resumeLog } from './resume-log'

const folder = mkdtempSync(join(tmpdir(), 'log-foreign-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
useServiceDatabase({ LOG_DIR: join(folder, 'log'), JOURNAL_DIR: join(folder, 'journal') })

const UNDETERMINED = { code: 'unavailable' }
let issuer: StoredIssuer
beforeAll(async () => {
  issuer = await mintIssuer()
  await fillLog()
})
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined))

/** What somebody with the service's own connection writes. */
const write = (sql: string, values: unknown[] = []) => servingPool().query(sql, values)

const plant = (kind: string, subject: string, place: number, leaf: string | Buffer) =>
  write('INSERT INTO log_pending (kind, subject, place, part, leaf) VALUES ($1, $2, $3, 0, $4)', [
    ...[kind, subject, place, Buffer.from(leaf)],
  ])

async function leaves(where = 'true', values: unknown[] = []): Promise<Buffer[]> {
  const { rows } = await write(`SELECT leaf FROM log_leaves WHERE ${where} ORDER BY log_index`, values)
  return rows.map(({ leaf }) => leaf as Buffer)
}

const outcomeOf = async (serial: string) => (await checkCertificate(serial))?.judgement.overallStatus
const withdraw = (serial: string) =>
  withdrawCertificate(serial, { reason: 'Example', actor: 'test', publicReason: null })

async function lineageOf(serial: string): Promise<string> {
  const { rows } = await write('SELECT lineage_id AS id FROM certificates WHERE serial = $1', [serial])
  return (rows[0] as { id: string }).id
}

/** The log goes on: what is issued now is in it. */
async function expectMoving(): Promise<void> {
  expect(await sequenceHere()).toBeNull()
  const serial = await issueOne(issuer)
  expect([await outcomeOf(serial), (await checkCertificate(serial))?.log?.state]).toEqual(['verified', 'entered'])
}

const chainLeaf = (type: string, sequence: number) =>
  canonicalJson({
    ...{ at: Date.now(), chain: 'issuer', chain_id: issuer.id, detail: null, event_sha256: '0'.repeat(64) },
    ...{ kind: 'certificate-verification/log-chain/v1', sequence, type },
  })

describe('a leaf that somebody else wrote to wait', () => {
  it.each([
    ['the end of a suspension', () => ['notice', randomUUID(), 1, chainLeaf('resumed', 9)] as const],
    ['no leaf at all', () => ['notice', randomUUID(), 1, 'garbage'] as const],
    ['no leaf, of an event', () => ['event', randomUUID(), 1, Buffer.alloc(0)] as const],
    ['no leaf, of a list', () => ['list', randomUUID(), 1, 'garbage'] as const],
    ['no leaf, of an issuer', () => ['issuer', issuer.id, 2, 'garbage'] as const],
  ])('is not published, and keeps nothing from it: %s', async (_, make) => {
    const [kind, subject, place, leaf] = make()
    const before = (await leaves()).length
    await plant(kind, subject, place, leaf)
    expect(await sequenceHere()).toBeNull()
    expect((await leaves()).length).toBe(before)
    await setIssuerStanding(issuer.slug, 'suspended', 'test')
    await setIssuerStanding(issuer.slug, 'good', 'test')
    await expectMoving()
    expect((await leaves()).some((one) => one.equals(Buffer.from(leaf)))).toBe(false)
    const [found] = await examineSeals()
    expect(found).toMatchObject({
      result: 'bad',
      message: expect.stringMatching(/Leaves for the public log that fail their check/),
    })
  })

  it('does not stand in the place of one that is to come', async () => {
    const serial = await issueOne(issuer)
    const lineage = await lineageOf(serial)
    const [own = Buffer.alloc(0)] = await leaves('subject = $1', [lineage])
    await plant('event', lineage, 2, own)
    await withdraw(serial)
    expect((await checkCertificate(serial))?.log?.state).toBe('entered')
    expect((await leaves('subject = $1 AND place = 2 AND part = 0', [lineage]))[0]?.equals(own)).toBe(false)
  })

  it('does not stop the log with the name of one that has its place', async () => {
    const serial = await issueOne(issuer)
    const lineage = await lineageOf(serial)
    await plant('event', lineage, 1, chainLeaf('resumed', 9))
    await expectMoving()
  })

  it('is not made by changing one that waits', async () => {
    const lock = await servingPool().connect()
    const { milliseconds } = patience
    // It is waited for in vain.
    patience.milliseconds = 5000
    try {
      await lock.query("SELECT pg_advisory_lock(hashtextextended('log-sequencer', 0))")
      const issuing = issueOne(issuer)
      issuing.catch(() => undefined)
      const waits = "SELECT id FROM log_pending WHERE kind = 'event' AND mac IS NOT NULL AND set_aside_at IS NULL"
      await vi.waitFor(async () => expect((await write(waits)).rowCount).toBe(1), 60_000)
      await write(
        "UPDATE log_pending SET leaf = convert_to($1, 'UTF8') WHERE kind = 'event' AND set_aside_at IS NULL",
        [chainLeaf('resumed', 9)],
      )
      await lock.query("SELECT pg_advisory_unlock(hashtextextended('log-sequencer', 0))")
      await expect(issuing).rejects.toMatchObject(UNDETERMINED)
    } finally {
      patience.milliseconds = milliseconds
      lock.release(true)
    }
    expect((await leaves()).some((leaf) => leaf.includes('resumed') && leaf.includes('0'.repeat(64)))).toBe(false)
    await expectMoving()
  })

  it('has no second place where a good one is put back', async () => {
    const lock = await servingPool().connect()
    let good: Record<string, unknown> = {}
    // Its leaf waits on purpose, for as long as a busy machine takes for what is done meanwhile.
    const { milliseconds } = patience
    patience.milliseconds = 240_000
    try {
      await lock.query("SELECT pg_advisory_lock(hashtextextended('log-sequencer', 0))")
      const issuing = issueOne(issuer)
      const waits = "SELECT to_jsonb(p) AS row FROM log_pending p WHERE kind = 'event' AND set_aside_at IS NULL"
      good = await vi.waitFor(async () => {
        const { rows } = await write(waits)
        expect(rows).toHaveLength(1)
        return (rows[0] as { row: Record<string, unknown> }).row
      }, 60_000)
      await lock.query("SELECT pg_advisory_unlock(hashtextextended('log-sequencer', 0))")
      await issuing
    } finally {
      patience.milliseconds = milliseconds
      lock.release(true)
    }
    await write('INSERT INTO log_pending SELECT * FROM jsonb_populate_record(NULL::log_pending, $1::jsonb)', [
      JSON.stringify(good),
    ])
    await expectMoving()
    expect(await leaves('subject = $1', [good.subject])).toHaveLength(1)
  })
})

describe('how far the log has come, as somebody else wrote it', () => {
  it.each([
    ['another root', "published_root = '\\x00'"],
    ['another log', "origin = 'other.example/log'"],
    ['a larger tree', 'published_size = published_size + 1000'],
    ['an intake that ended earlier', 'intake_end = 0'],
    ['another end of the intake', "intake_ended_at = '2020-01-01Z'"],
    ['an intake that has not ended', 'intake_ended = false, intake_end = NULL'],
    ['another tree that is to be published', "root = '\\x00', size = size + 1"],
    ['no seal', 'mac = NULL'],
  ])(
    'is said and signed by nobody, worsens what is to be worsened, and ends with certs log resume: %s',
    async (_, change) => {
      const [standing, other] = [await issueOne(issuer), await issueOne(issuer)]
      await write(`UPDATE log_state SET ${change}`)
      await expect(outcomeOf(standing)).rejects.toMatchObject(UNDETERMINED)
      // It is done, and not in the log yet.
      const { milliseconds } = patience
      patience.milliseconds = 300
      await expect(withdraw(other)).rejects.toMatchObject(UNDETERMINED)
      patience.milliseconds = milliseconds
      const waiting = await write("SELECT 1 FROM log_pending WHERE subject = $1 AND kind = 'event'", [
        await lineageOf(other),
      ])
      expect(waiting.rowCount).toBe(2)
      const note = join(folder, 'note')
      await cp(join(folder, 'log/checkpoint'), note)
      await resumeLog(note)
      expect([await outcomeOf(standing), await outcomeOf(other)]).toEqual(['verified', 'withdrawn'])
      await expectMoving()
    },
  )

  it('brings no leaf into the tree', async () => {
    const { rows } = await write('SELECT size::int AS size FROM log_state')
    const { size } = rows[0] as { size: number }
    const insert = `INSERT INTO log_leaves (log_index, kind, subject, place, leaf)
      VALUES (${size}, 'notice', gen_random_uuid(), 1, convert_to('${chainLeaf('resumed', 9)}', 'UTF8'))`
    await expect(write(insert)).rejects.toMatchObject({ code: '23001' })
    for (const index of [-1, -size])
      await expect(write(insert.replace(`(${size},`, `(${index},`)), String(index)).rejects.toMatchObject({
        code: '23001',
      })
    await expectMoving()
  })

  it('has no check undetermined by a leaf for which the tree was made larger for a moment', async () => {
    const standing = await issueOne(issuer)
    const far = 4_000_000_000
    await write(`UPDATE log_state SET size = size + ${2 * far}`)
    await write(`INSERT INTO log_leaves (log_index, kind, subject, place, leaf)
      SELECT ${far}, 'event', lineage_id, 1000, '' FROM certificates WHERE serial = '${standing}'`)
    await write(`UPDATE log_state SET size = size - ${2 * far}`)
    expect(await outcomeOf(standing)).toBe('verified')
    await expectMoving()
  })
})
