import { mkdtempSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { correctCertificate } from '@/lib/service/change/correct-certificate'
import { withdrawCertificate } from '@/lib/service/change/withdraw-certificate'
import { checkCertificate } from '@/lib/service/check/check-certificate'
import { showCertificate } from '@/lib/service/check/show-certificate'
import { issueFromFile } from '@/lib/service/issue/issue-from-file'
import { setIssuerStanding } from '@/lib/service/issuers/set-issuer-standing'
import { giveReceipt } from '@/lib/service/receipts/give-receipt'
import { workingPool } from '@/lib/store/database/database'
import { journalSession } from '@/lib/store/database/note-server'
import type { StoredIssuer } from '@/lib/store/issuers/issuers'
import { JournalKnowledge } from '@/lib/store/journal/journal-knowledge'
import { compareLog } from '@/lib/store/log/compare-log'
import { forgetLog, isLogComplete } from '@/lib/store/log/complete-log'
import { countIssuerLeaves } from '@/lib/store/log/issuer-leaves'
import { patience, sequenceHere } from '@/lib/store/log/sequence/await-publication'
import { resealLogState } from '@/test/database/reseal-log-state'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { describeLog } from './describe-log'
import { fillLog } from './fill-log'
import { comparison } from './keep-comparing'
import { proveCertificate } from './prove-certificate'

const folder = mkdtempSync(join(tmpdir(), 'log-promise-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const LOG = join(folder, 'log')
const database = useServiceDatabase({ LOG_DIR: LOG, JOURNAL_DIR: join(folder, 'journal') })

const REASONS = { reason: 'Example', actor: 'test' }
const UNDETERMINED = { code: 'unavailable' }
const NOT_YET = { code: 'unavailable', message: /not in the public log yet/ }

let superuser: pg.Client
let issuer: StoredIssuer
let before = ''
beforeAll(async () => {
  superuser = new pg.Client(database.adminUrl)
  await superuser.connect()
  issuer = await mintIssuer()
  before = await issueOne(issuer)
  await fillLog()
})
afterAll(() => superuser.end())

const outcomeOf = async (serial: string) => (await checkCertificate(serial))?.judgement.overallStatus

/** Runs statements without any guard, and undoes them after the work. */
async function edited(sql: string, work: () => Promise<void>): Promise<void> {
  const tables = ['log_leaves', 'log_state', 'log_pending', 'events', 'certificates', 'signed_forms', 'log_keys']
  await superuser.query('SET session_replication_role = replica')
  for (const table of tables) {
    await superuser.query(`ALTER TABLE ${table} DISABLE TRIGGER ALL`)
    await superuser.query(`CREATE TABLE IF NOT EXISTS kept_${table} AS TABLE ${table}`)
  }
  try {
    await superuser.query(sql)
    await resealLogState(superuser)
    await work()
  } finally {
    for (const table of tables) {
      await superuser.query(`DELETE FROM ${table}`)
      await superuser.query(`INSERT INTO ${table} SELECT * FROM kept_${table}`)
      await superuser.query(`DROP TABLE kept_${table}`)
    }
    await superuser.query('SET session_replication_role = origin')
  }
}

/** Nobody can publish while the folder of the log is away. */
async function whileLogIsDown(work: () => Promise<void>): Promise<void> {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const { milliseconds } = patience
  await rename(LOG, `${LOG}.away`)
  try {
    patience.milliseconds = 300
    await work()
  } finally {
    patience.milliseconds = milliseconds
    await rename(`${LOG}.away`, LOG)
    warned.mockRestore()
  }
}

/** The same file each time. */
function issueFile() {
  return issueFromFile(
    issuer.id,
    Buffer.from('full_name,event_title,achievement\nSent Again,Basic Safety Training,Passed\n'),
    { dryRun: false, skipBad: false, allowRepeats: false, guessableSerials: false, actor: 'test' },
    async (result) => {
      const [serials, errors]: [string[], string[]] = [[], []]
      for await (const { serial } of result.certificates()) serials.push(serial)
      for await (const { error } of result.errors()) errors.push(error)
      return { issued: result.issued, serials, errors }
    },
  )
}

const LINEAGE = (serial: string) =>
  `(SELECT lineage_id FROM certificates WHERE serial_key = '${serial.replaceAll('-', '')}')`

describe('verified', () => {
  it('is what the log says: of what was there before, and of what came later', async () => {
    const later = await issueOne(issuer)
    expect([await outcomeOf(before), await outcomeOf(later)]).toEqual(['verified', 'verified'])
  })

  it.each([
    ['a leaf that is missing', (serial: string) => `DELETE FROM log_leaves WHERE subject = ${LINEAGE(serial)}`],
    [
      'a leaf that is not published',
      (serial: string) => `UPDATE log_state SET published_size =
        (SELECT log_index FROM log_leaves WHERE subject = ${LINEAGE(serial)})`,
    ],
    [
      'another leaf',
      (serial: string) =>
        `UPDATE log_leaves SET leaf = set_byte(leaf, 60, get_byte(leaf, 60) # 1) WHERE subject = ${LINEAGE(serial)}`,
    ],
    [
      'a leaf that is none',
      (serial: string) => `UPDATE log_leaves SET leaf = '\\x01' WHERE subject = ${LINEAGE(serial)}`,
    ],
    ['a leaf of no bytes', (serial: string) => `UPDATE log_leaves SET leaf = '' WHERE subject = ${LINEAGE(serial)}`],
    [
      'a leaf that nobody can open',
      (serial: string) => `UPDATE log_leaves SET salt = NULL WHERE subject = ${LINEAGE(serial)}`,
    ],
    [
      'a leaf of another time',
      (serial: string) =>
        `UPDATE log_leaves SET leaf = set_byte(leaf, 24, get_byte(leaf, 24) # 1) WHERE subject = ${LINEAGE(serial)}`,
    ],
    ['a key that is not in the log', () => `DELETE FROM log_leaves WHERE kind = 'key'`],
    [
      'a key that is another in the log',
      () => `UPDATE log_leaves SET leaf = convert_to(replace(convert_from(leaf, 'UTF8'),
      '"state":"active"', '"state":"retired"'), 'UTF8') WHERE kind = 'key'`,
    ],
    [
      'an entry that the database has lost',
      // Of the tree: one that somebody put elsewhere stands for nothing.
      (serial: string) => `UPDATE log_leaves SET subject = ${LINEAGE(serial)}, place = 2 WHERE log_index =
        (SELECT min(log_index) FROM log_leaves WHERE kind = 'event' AND subject IN
          (SELECT lineage_id FROM certificates WHERE lineage_id <> ${LINEAGE(serial)}))`,
    ],
    ['no state of the log', () => 'DELETE FROM log_state'],
    [
      'an intake that never ended',
      () => 'UPDATE log_state SET intake_ended = false, intake_end = NULL, published_size = 0',
    ],
    ['no leaves at all', () => 'DELETE FROM log_leaves'],
  ])('is said by nobody with %s', async (_, sql) => {
    const serial = await issueOne(issuer)
    expect(await outcomeOf(serial)).toBe('verified')
    expect((await showCertificate(serial)).undetermined).toBeNull()
    await edited(sql(serial), async () => {
      await expect(outcomeOf(serial)).rejects.toMatchObject(UNDETERMINED)
      // Whoever looks for the cause finds it beside the record.
      expect((await showCertificate(serial)).undetermined).toMatch(/\b(log|leaf|leaves)\b/)
    })
    expect(await outcomeOf(serial)).toBe('verified')
  })

  it('asks a process for leaves that finds the log’s files, whatever the database says at its start', async () => {
    const serial = await issueOne(issuer)
    forgetLog()
    await edited('DELETE FROM log_state', () => expect(outcomeOf(serial)).rejects.toMatchObject(UNDETERMINED))
    expect(isLogComplete()).toBe(true)
  })

  it('is no more said to have no entry in the log, or signed to be in none, where the state of the log is gone', async () => {
    const serial = await issueOne(issuer)
    await withdrawCertificate(serial, { ...REASONS, publicReason: null })
    for (const isNew of [false, true]) {
      if (isNew) forgetLog()
      await edited('DELETE FROM log_state', async () => {
        await expect(proveCertificate(serial)).rejects.toMatchObject(UNDETERMINED)
        await expect(giveReceipt(serial, null)).rejects.toMatchObject(UNDETERMINED)
        await expect(countIssuerLeaves(issuer.id)).rejects.toMatchObject(UNDETERMINED)
      })
    }
    expect(await proveCertificate(serial)).toHaveLength(2)
  })

  it('has its withdrawal in the log that was made while the state of the log was gone', async () => {
    const serial = await issueOne(issuer)
    await superuser.query('CREATE TABLE state AS TABLE log_state; DELETE FROM log_state')
    await withdrawCertificate(serial, { ...REASONS, publicReason: null })
    await superuser.query('INSERT INTO log_state TABLE state; DROP TABLE state')
    await sequenceHere()
    expect(await proveCertificate(serial)).toHaveLength(2)
  })

  it('is not said of a certificate whose withdrawal was taken out of every table but the log', async () => {
    const serial = await issueOne(issuer)
    const forged = `
      DELETE FROM events WHERE chain_id = ${LINEAGE(serial)} AND type = 'withdrawn';
      UPDATE certificates SET status = 'issued', withdrawn_at = NULL, withdrawal_reason = NULL, withdrawal_salt = NULL
        WHERE serial_key = '${serial.replaceAll('-', '')}'`
    await withdrawCertificate(serial, { ...REASONS, publicReason: null })
    await edited(forged, () => expect(outcomeOf(serial)).rejects.toMatchObject(UNDETERMINED))
    expect(await outcomeOf(serial)).toBe('withdrawn')
  })
})

describe('a withdrawal that was taken out of every table, the leaves of the log included', () => {
  const leaves = (serial: string) => `log_leaves WHERE subject = ${LINEAGE(serial)} AND place > 1`
  const gone = (serial: string) => `DELETE FROM ${leaves(serial)}; ${unwithdrawn(serial)}`
  const unwithdrawn = (serial: string) => `
    DELETE FROM events WHERE chain_id = ${LINEAGE(serial)} AND type = 'withdrawn';
    UPDATE certificates SET status = 'issued', withdrawn_at = NULL, withdrawal_reason = NULL, withdrawal_salt = NULL
      WHERE serial_key = '${serial.replaceAll('-', '')}'`

  /** Its leaf is still there, byte for byte, as that of nothing, or as a second one of the issuing. */
  const renamed = (serial: string) =>
    `UPDATE ${leaves(serial).replace(' WHERE', ' SET subject = gen_random_uuid() WHERE')}; ${unwithdrawn(serial)}`
  const moved = (serial: string) =>
    `UPDATE ${leaves(serial).replace(' WHERE', ' SET place = 1, part = part + 1 WHERE')}; ${unwithdrawn(serial)}`

  it.each([
    ['nothing else left of it', gone],
    ['its leaf called another’s', renamed],
    ['its leaf called a part of the issuing', moved],
  ])('is found in what was published, with %s', async (_how, sql) => {
    const [serial, other] = [await issueOne(issuer), await issueOne(issuer)]
    await withdrawCertificate(serial, { ...REASONS, publicReason: null })
    const knowledge = journalSession().knowledge
    await edited(sql(serial), async () => {
      journalSession().knowledge = new JournalKnowledge()
      const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined)
      // Nobody has compared: this is what the log is for.
      expect(await outcomeOf(serial)).toBe('verified')
      await compareLog(workingPool(), 0)
      await expect(outcomeOf(serial)).rejects.toMatchObject(UNDETERMINED)
      expect(await outcomeOf(other)).toBe('verified')
      errors.mockRestore()
    })
    journalSession().knowledge = knowledge
    await compareLog(workingPool(), 0)
    expect(await outcomeOf(serial)).toBe('withdrawn')
  })
})

describe('leaves that the database lacks', () => {
  it('make every certificate of their issuer undetermined while the key to their tags is not to be had', async () => {
    const elsewhere = await issueOne(await mintIssuer())
    const [serial, other] = [await issueOne(issuer), await issueOne(issuer)]
    await withdrawCertificate(serial, { ...REASONS, publicReason: null })
    const sql = `DELETE FROM log_keys WHERE purpose = 'vrf'; DELETE FROM log_leaves WHERE subject = ${LINEAGE(serial)} AND place > 1`
    await edited(sql, async () => {
      const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined)
      await expect(compareLog(workingPool(), 0)).rejects.toThrow('no key for its tags')
      await expect(outcomeOf(other)).rejects.toMatchObject(UNDETERMINED)
      expect(await outcomeOf(elsewhere)).toBe('verified')
      errors.mockRestore()
    })
    await compareLog(workingPool(), 0)
    expect(await outcomeOf(other)).toBe('verified')
  })
})

describe('a certificate whose row the database lacks', () => {
  const ROW = (serial: string) => `DELETE FROM certificates WHERE serial_key = '${serial.replaceAll('-', '')}'`

  it('is not unknown once the log was compared, however whole the rest of it is, and is itself again with its row', async () => {
    const serial = await issueOne(issuer)
    await edited(ROW(serial), async () => {
      const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined)
      await compareLog(workingPool(), 0)
      await expect(checkCertificate(serial)).rejects.toMatchObject({
        ...UNDETERMINED,
        details: { code: 'record_lost' },
      })
      expect(await checkCertificate('7K3M-9QXT-2VBD-8RWN')).toBeNull()
      errors.mockRestore()
    })
    await compareLog(workingPool(), 0)
    expect(await outcomeOf(serial)).toBe('verified')
  })

  it('stays lost where somebody takes the state of the log away whenever it is compared', async () => {
    const serial = await issueOne(issuer)
    const isLost = () =>
      expect(checkCertificate(serial)).rejects.toMatchObject({ ...UNDETERMINED, details: { code: 'record_lost' } })
    await edited(ROW(serial), async () => {
      const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined)
      await compareLog(workingPool(), 0)
      await isLost()
      await superuser.query('CREATE TABLE state AS TABLE log_state; DELETE FROM log_state')
      await expect(comparison()()).rejects.toMatchObject(UNDETERMINED)
      await superuser.query('INSERT INTO log_state TABLE state')
      await isLost()
      forgetLog()
      await superuser.query('DELETE FROM log_state')
      await expect(comparison()()).rejects.toMatchObject(UNDETERMINED)
      await superuser.query('DROP TABLE state')
      errors.mockRestore()
    })
    await compareLog(workingPool(), 0)
    expect(await outcomeOf(serial)).toBe('verified')
  })

  it('is not unknown while the published files are away, either', async () => {
    const serial = await issueOne(issuer)
    await edited(ROW(serial), async () => {
      const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined)
      await whileLogIsDown(async () => {
        forgetLog()
        await expect(comparison()()).rejects.toThrow()
        await expect(checkCertificate(serial)).rejects.toMatchObject({ details: { code: 'record_lost' } })
        expect(await checkCertificate('7K3M-9QXT-2VBD-8RWN')).toBeNull()
      })
      errors.mockRestore()
    })
    await compareLog(workingPool(), 0)
    expect(await outcomeOf(serial)).toBe('verified')
  })

  it('is found as soon as rows were deleted, long before all is compared again', async () => {
    const serial = await issueOne(issuer)
    const compare = comparison()
    const told = () => superuser.query('SELECT pg_stat_force_next_flush()')
    await told()
    expect([await compare(), await compare()]).toEqual([true, false])
    await edited(ROW(serial), async () => {
      const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined)
      await told()
      expect([await compare(), await compare()]).toEqual([true, false])
      await expect(checkCertificate(serial)).rejects.toMatchObject({ details: { code: 'record_lost' } })
      errors.mockRestore()
    })
    await compareLog(workingPool(), 0)
    expect(await outcomeOf(serial)).toBe('verified')
  })

  it('is not unknown where it was replaced, either', async () => {
    const serial = await issueOne(issuer)
    const { certificate } = await correctCertificate(serial, { fullName: 'Somebody Else' }, REASONS)
    for (const lost of [serial, certificate.serial])
      await edited(ROW(lost), async () => {
        const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined)
        await compareLog(workingPool(), 0)
        await expect(checkCertificate(lost)).rejects.toMatchObject(UNDETERMINED)
        errors.mockRestore()
      })
    await compareLog(workingPool(), 0)
    expect(await outcomeOf(serial)).toBe('superseded')
  })
})

describe('while the log is down', () => {
  it('what is published stays verified, bad news counts, and what is made says that it is not in it yet', async () => {
    const kept = await issueOne(issuer)
    const [withdrawn, corrected] = [await issueOne(issuer), await issueOne(issuer)]
    let made = ''
    await whileLogIsDown(async () => {
      const filed = expect(issueFile()).rejects.toMatchObject(NOT_YET)
      expect(await outcomeOf(kept)).toBe('verified')
      await expect(withdrawCertificate(withdrawn, { ...REASONS, publicReason: null })).rejects.toMatchObject(NOT_YET)
      expect(await outcomeOf(withdrawn)).toBe('withdrawn')
      const correction = correctCertificate(corrected, { fullName: 'Somebody Else' }, REASONS)
      await expect(correction).rejects.toMatchObject(NOT_YET)
      expect(await outcomeOf(corrected)).toBe('superseded')
      const { rows } = await workingPool().query<{ serial: string }>(
        `SELECT serial FROM certificates WHERE lineage_id = ${LINEAGE(corrected)} AND revision = 2`,
      )
      made = rows[0]?.serial ?? ''
      await expect(outcomeOf(made)).rejects.toMatchObject(UNDETERMINED)
      await filed
    })
    await sequenceHere()
    expect(await outcomeOf(made)).toBe('verified')
    // What was sent again gives what was made.
    const again = await issueFile()
    expect(again).toMatchObject({ issued: 0, errors: [], serials: [expect.any(String)] })
    expect(await outcomeOf(again.serials[0] ?? '')).toBe('verified')
    expect((await issueFile()).serials).toEqual(again.serials)
  })

  it('nothing more is issued once something has waited for a minute, and whatever ends goes on', async () => {
    const [kept, withdrawn] = [await issueOne(issuer), await issueOne(issuer)]
    await whileLogIsDown(async () => {
      await expect(issueOne(issuer)).rejects.toMatchObject(NOT_YET)
      await superuser.query(`UPDATE log_pending SET at = at - interval '61 seconds'`)
      const refused = { code: 'unavailable', message: /nothing was issued/ }
      await expect(issueOne(issuer)).rejects.toMatchObject(refused)
      await expect(correctCertificate(kept, { fullName: 'X' }, REASONS)).rejects.toMatchObject(refused)
      expect(await describeLog()).toMatchObject({ stands: true })
      expect(await outcomeOf(kept)).toBe('verified')
      await expect(withdrawCertificate(withdrawn, { ...REASONS, publicReason: null })).rejects.toMatchObject(NOT_YET)
      expect(await outcomeOf(withdrawn)).toBe('withdrawn')
      await expect(setIssuerStanding(issuer.slug, 'suspended', 'test')).rejects.toMatchObject(NOT_YET)
      expect(await outcomeOf(kept)).toBe('issuer_suspended')
      await expect(setIssuerStanding(issuer.slug, 'good', 'test')).rejects.toMatchObject(NOT_YET)
      await expect(outcomeOf(kept)).rejects.toMatchObject(UNDETERMINED)
    })
    await sequenceHere()
    expect(await describeLog()).toMatchObject({ stands: false })
    expect(await outcomeOf(kept)).toBe('verified')
  })
})
