import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rename, rm, writeFile, appendFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { serialKey } from '@/lib/domain/certificate/serial'
import { enclosureName, type JournalRecord } from '@/lib/domain/history/journal-record'
import { env, parseEnv, setEnv } from '@/lib/env'
import { getStatusList } from '@/lib/service/badges/get-status-list'
import { correctCertificate } from '@/lib/service/change/correct-certificate'
import { resignCertificates } from '@/lib/service/change/resign-certificates'
import { withdrawCertificate } from '@/lib/service/change/withdraw-certificate'
import { checkCertificate } from '@/lib/service/check/check-certificate'
import { lookUpCertificates } from '@/lib/service/check/look-up-certificates'
import { readListed } from '@/lib/service/desk/certificates/read-listed'
import { createApiKey } from '@/lib/service/issuers/create-api-key'
import { setIssuerStanding } from '@/lib/service/issuers/set-issuer-standing'
import { compromiseIssuerKey } from '@/lib/service/keys/compromise-issuer-key'
import { getIssuerKeys } from '@/lib/service/keys/published-keys'
import { rekey } from '@/lib/service/keys/rekey'
import { rotateIssuerKeys } from '@/lib/service/keys/rotate-issuer-keys'
import { rotateServiceKey } from '@/lib/service/keys/rotate-service-key'
import { decideRestored, sendMailOnce } from '@/lib/service/mail/operate-mail'
import { chooseCertificates } from '@/lib/service/passport/choose-certificates'
import { createPassportByOperator } from '@/lib/service/passport/create-passport-by-operator'
import { deletePassport } from '@/lib/service/passport/delete-passport'
import { getPassport } from '@/lib/service/passport/get-passport'
import { openPassport } from '@/lib/service/passport/open-passport'
import { closeDatabase, transaction } from '@/lib/store/database/database'
import { FolderJournal } from '@/lib/store/journal/folder-journal'
import { compareAgain } from '@/lib/store/journal/journal-watch'
import { readSegment } from '@/lib/store/journal/read-journal'
import { requireKeyEncryptionKey } from '@/lib/store/keys/key-encryption-key'
import { createTestDatabase, type TestDatabase } from '@/test/database/database'
import { atDatabase } from '@/test/database/database-url'
import { addRow } from '@/test/database/sealed-rows'
import { issueOne, mintIssuer } from '@/test/database/service-database'
import { mailRow, queueOne, useSink } from '@/test/desk/mail-scene'
import type { SmtpSink } from '@/test/network/smtp-sink'
import { examineJournal } from './examine-journal'
import { replayJournal } from './replay-journal'

let folder: string
let database: TestDatabase
const restored: string[] = []

beforeAll(async () => {
  database = await createTestDatabase()
})

beforeEach(async () => {
  await closeDatabase()
  folder = await mkdtemp(join(tmpdir(), 'journal-test-'))
  setEnv(parseEnv({ ...process.env, BASE_URL: 'https://verify.test', DATABASE_URL: database.url, DATA_DIR: folder }))
  await withAdmin('UPDATE journal_position SET position = 0')
  await withAdmin('DELETE FROM journal_marks')
})

afterEach(() => rm(folder, { recursive: true, force: true }))

afterAll(async () => {
  await closeDatabase()
  for (const name of restored) await withAdmin(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
  await database.drop()
})

const undetermined = { code: 'unavailable' }

describe('a database that was restored from before', () => {
  test('withdrawn, corrected and suspended: nothing is said of them until the journal is replayed', async () => {
    const issuer = await mintIssuer()
    const withdrawn = await issueOne(issuer)
    const corrected = await issueOne(issuer)
    const untouched = await issueOne(issuer)
    const other = await mintIssuer()
    const suspended = await issueOne(other)
    const restore = await dump()
    await withdrawCertificate(withdrawn, { reason: 'r', publicReason: 'Issued in error.', actor: 'test' })
    const { certificate } = await correctCertificate(
      corrected,
      { fullName: 'New Name' },
      { reason: 'n', actor: 'test' },
    )
    await withdrawCertificate(certificate.serial, { reason: 'r', publicReason: null, actor: 'test' })
    await setIssuerStanding(other.slug, 'suspended', 'test')
    await restore()

    for (const serial of [withdrawn, corrected, suspended])
      await expect(checkCertificate(serial), serial).rejects.toMatchObject(undetermined)
    expect((await checkCertificate(untouched))?.judgement.overallStatus).toBe('verified')
    // Each by itself: what can be told is told.
    const looked = await lookUpCertificates(issuer.id, [withdrawn, untouched, corrected, '7K3M-9QXT-2VBD-8RWN'])
    expect(looked).toMatchObject([
      { found: 'undetermined' },
      { found: { overallStatus: 'verified' } },
      { found: 'undetermined' },
      { found: null },
    ])
    const listed = await readListed(issuer.id, [withdrawn, untouched].map(serialKey))
    expect([...listed.values()].map((one) => [one.overallStatus, one.certificate.recipient.full_name !== ''])).toEqual(
      expect.arrayContaining([
        ['undetermined', false],
        ['verified', true],
      ]),
    )
    await expect(getStatusList(await listOf(withdrawn))).rejects.toMatchObject(undetermined)
    await expect(
      withdrawCertificate(withdrawn, { reason: 'again', publicReason: null, actor: 'test' }),
    ).rejects.toMatchObject(undetermined)
    await expect(setIssuerStanding(other.slug, 'suspended', 'test')).rejects.toMatchObject(undetermined)
    expect(await worst()).toMatch(/^bad: The database is older than its journal: 7 /)

    expect(await replayJournal()).toMatchObject({ applied: 7, refused: [] })
    const checked = await checkCertificate(withdrawn)
    expect(checked?.judgement.overallStatus).toBe('withdrawn')
    expect(checked?.judgement.certificate).toMatchObject({ row: { withdrawalReason: 'Issued in error.' } })
    const replaced = await checkCertificate(corrected)
    expect(replaced?.judgement.overallStatus).toBe('superseded')
    expect(replaced?.replacement?.overallStatus).toBe('withdrawn')
    expect(replaced?.replacement?.certificate).toMatchObject({ content: { fullName: 'New Name' }, pdf: {} })
    expect((await checkCertificate(suspended))?.judgement.overallStatus).toBe('issuer_suspended')
    expect(await getStatusList(await listOf(withdrawn))).toMatchObject({})
    expect(await replayJournal()).toEqual({ applied: 0, refused: [], restored: null, uncompared: [] })
    expect(await worst()).toMatch(/^good/)
  })

  test('keys that were rotated and compromised, what was signed again with new ones, and the service’s own key', async () => {
    const issuer = await mintIssuer()
    const serial = await issueOne(issuer)
    const restore = await dump()
    const [old] = (await getIssuerKeys(issuer.id)).keys
    await rotateServiceKey()
    await compromiseIssuerKey(issuer.slug, old?.keyId ?? '', Date.now() + 0, 'test')
    await resignCertificates(issuer.slug, 'test')
    await rotateIssuerKeys(issuer.slug, 'test')
    const keys = await getIssuerKeys(issuer.id)
    const before = await checkCertificate(serial)
    expect(before?.judgement.overallStatus).toBe('verified')
    await restore()
    await expect(getIssuerKeys(issuer.id)).rejects.toMatchObject(undetermined)
    await expect(checkCertificate(serial)).rejects.toMatchObject(undetermined)
    expect((await replayJournal()).refused).toEqual([])
    expect(await getIssuerKeys(issuer.id)).toEqual(keys)
    expect((await checkCertificate(serial))?.judgement).toEqual(before?.judgement)
    // The keys came back whole: the service signs and issues with them.
    expect((await checkCertificate(await issueOne(issuer)))?.judgement.overallStatus).toBe('verified')
    const { rows } = await withAdmin(
      'SELECT count(*)::int AS n FROM issuer_signing_keys WHERE private_sealed IS NOT NULL AND state <> $1',
      ['active'],
    )
    expect(rows).toEqual([{ n: 0 }])
  })

  test.each([
    ['goes on', () => Promise.resolve()],
    ['began anew, as in earlier versions', () => withAdmin('UPDATE journal_position SET position = 0')],
  ])('a second time from the same backup, after a replay whose numbering %s', async (_, renumber) => {
    const issuer = await mintIssuer()
    const [serial, ...others] = [await issueOne(issuer), await issueOne(issuer), await issueOne(issuer)]
    const [restore, restoreAgain] = [await dump(), await dump()]
    const withdraw = (one: string) => withdrawCertificate(one, { reason: 'r', publicReason: null, actor: 'test' })
    for (const one of others) await withdraw(one)
    const { certificate } = await correctCertificate(serial, { fullName: 'B' }, { reason: 'n', actor: 'test' })
    const position = async () => (await withAdmin('SELECT position FROM journal_position')).rows
    const before = await position()
    await restore()
    expect((await replayJournal()).refused).toEqual([])
    expect(await position()).toEqual(before)
    await renumber()
    await withdraw(certificate.serial)
    await restoreAgain()
    expect((await replayJournal()).refused).toEqual([])
    expect((await checkCertificate(certificate.serial))?.judgement.overallStatus).toBe('withdrawn')
  })

  test('under another key encryption key since: the backup is rekeyed first, and then replayed', async () => {
    const serial = await issueOne(await mintIssuer())
    const restore = await dump()
    const { certificate } = await correctCertificate(serial, { fullName: 'New Name' }, { reason: 'n', actor: 'test' })
    const [old, next] = [requireKeyEncryptionKey(), Buffer.alloc(32, 7)]
    await rekey(old, next)
    await restore()
    await rekey(old, next)
    setEnv({ ...env(), KEY_ENCRYPTION_KEY: next.toString('base64') })
    expect((await replayJournal()).refused).toEqual([])
    expect((await checkCertificate(certificate.serial))?.judgement.overallStatus).toBe('verified')
    await closeDatabase()
    setEnv({ ...env(), DATABASE_URL: database.url })
    await rekey(next, old)
  })

  test('under a running process: the very next check notices, before anything compares', async () => {
    const issuer = await mintIssuer()
    const serial = await issueOne(issuer)
    const old = await copyDatabase()
    await withdrawCertificate(serial, { reason: 'r', publicReason: null, actor: 'test' })
    // What the pool is connected to becomes an older state, and this process is not told.
    const url = env().DATABASE_URL ?? ''
    await swapNames(url, old)
    await expect(checkCertificate(serial)).rejects.toMatchObject(undetermined)
    await expect(checkCertificate(serial)).rejects.toMatchObject(undetermined)
    await replayJournal()
    expect((await checkCertificate(serial))?.judgement.overallStatus).toBe('withdrawn')
  })

  test('behind connections that stay, as of a pooler: the very next check notices', async () => {
    const serial = await issueOne(await mintIssuer())
    await withdrawCertificate(serial, { reason: 'r', publicReason: null, actor: 'test' })
    expect((await checkCertificate(serial))?.judgement.overallStatus).toBe('withdrawn')
    await withAdmin(`BEGIN;
      SET LOCAL session_replication_role = replica;
      ALTER TABLE events DISABLE TRIGGER USER; ALTER TABLE status_changes DISABLE TRIGGER USER;
      ALTER TABLE certificates DISABLE TRIGGER USER;
      DELETE FROM events WHERE type = 'withdrawn' AND chain_id = (SELECT lineage_id FROM certificates WHERE serial = '${serial}');
      DELETE FROM status_changes WHERE list_id = (SELECT status_list_id FROM certificates WHERE serial = '${serial}');
      UPDATE certificates SET status = 'issued', withdrawn_at = NULL, withdrawal_note = NULL WHERE serial = '${serial}';
      UPDATE journal_position SET position = 0; DELETE FROM journal_marks;
      ALTER TABLE events ENABLE ALWAYS TRIGGER events_append_only; ALTER TABLE events ENABLE ALWAYS TRIGGER events_no_gap;
      ALTER TABLE certificates ENABLE TRIGGER USER; ALTER TABLE status_changes ENABLE TRIGGER USER;
      COMMIT`)
    await expect(checkCertificate(serial)).rejects.toMatchObject(undetermined)
    await expect(checkCertificate(serial)).rejects.toMatchObject(undetermined)
    await replayJournal()
    expect((await checkCertificate(serial))?.judgement.overallStatus).toBe('withdrawn')
  })

  test('what another process wrote meanwhile is seen by the next comparison', async () => {
    const serial = await issueOne(await mintIssuer())
    await checkCertificate(serial)
    const segments = await names()
    await withdrawCertificate(serial, { reason: 'r', publicReason: null, actor: 'test' })
    const [line] = segments.length === 0 ? await names() : segments
    expect(line).toBeDefined()
    await compareAgain()
    expect((await checkCertificate(serial))?.judgement.overallStatus).toBe('withdrawn')
  })
})

describe('what a restore brings back that is in no journal', () => {
  let sink: SmtpSink
  beforeEach(async () => {
    await withAdmin("UPDATE mail_messages SET state = 'abandoned', sealed = NULL, recipient_mac = NULL")
    await withAdmin('DELETE FROM passports; DELETE FROM desk_sessions')
    sink = await useSink()
  })
  afterEach(() => sink.close())
  const send = () => sendMailOnce(new AbortController().signal)

  test('no mail goes out twice, no passport is public that was deleted, and nobody stays signed in', async () => {
    const issuer = await mintIssuer()
    const [first, second] = [await issueOne(issuer), await issueOne(issuer)]
    const [closed, kept] = [await createPassportByOperator([second]), await createPassportByOperator([second])]
    const mail = await queueOne({ to: 'ana@example.org' })
    const { key } = await createApiKey(issuer.slug, 'Old key')
    await signIn()
    const restore = await dump()
    expect(await send()).toBe('none')
    await deletePassport(closed.manageUrl, closed.handle.slice(0, 4))
    await withdrawCertificate(first, { reason: 'r', publicReason: null, actor: 'test' })
    await restore()

    for (const { handle } of [closed, kept]) await expect(getPassport(handle)).rejects.toMatchObject(undetermined)
    expect((await checkCertificate(second))?.judgement.overallStatus).toBe('verified')
    expect([await send(), (await mailRow(mail)).attempts]).toEqual(['restored', 0])
    const { restored } = await replayJournal()
    expect(restored).toMatchObject({ mail: 1, passports: 2, sessions: 1 })
    expect(restored?.keys).toContainEqual(expect.objectContaining({ id: key.id, issuer: issuer.slug, name: 'Old key' }))
    expect([await getPassport(closed.handle), await getPassport(kept.handle)]).toEqual([null, null])
    expect(await mailRow(mail)).toMatchObject({ state: 'unknown', lastError: 'restored' })
    expect([await send(), sink.mails.length]).toEqual(['none', 1])

    // Once: what holders and the operator decide from here on stays.
    await chooseAll(kept.manageUrl)
    expect(await decideRestored('retry')).toBe(1)
    expect((await replayJournal()).restored).toBeNull()
    expect((await getPassport(kept.handle))?.certificates).toHaveLength(1)
    expect([await send(), sink.mails.length]).toEqual(['none', 2])
  })

  test('what the replay refuses for good holds nothing back but its own history', async () => {
    const issuer = await mintIssuer()
    const [stuck, good] = [await issueOne(issuer), await issueOne(issuer)]
    const passport = await createPassportByOperator([good])
    const restore = await dump()
    await correctCertificate(stuck, { fullName: 'New Name' }, { reason: 'n', actor: 'test' })
    for (const file of await readdir(join(folder, 'journal'), { recursive: true, withFileTypes: true }))
      if (file.name.startsWith('event-')) await rm(join(file.parentPath, file.name))
    await restore()
    const { refused, restored } = await replayJournal()
    expect([refused.length > 0, restored?.passports]).toEqual([true, 1])
    await expect(checkCertificate(stuck)).rejects.toMatchObject(undetermined)
    await chooseAll(passport.manageUrl)
    const mail = await queueOne()
    await compareAgain()
    expect((await getPassport(passport.handle))?.certificates).toHaveLength(1)
    expect([await send(), (await mailRow(mail)).state]).toEqual(['none', 'sent'])
    expect((await replayJournal()).restored).toBeNull()
  })

  test('where nothing journalled was lost, the operator says that it was restored', async () => {
    const passport = await createPassportByOperator([await issueOne(await mintIssuer())])
    const mail = await queueOne()
    expect((await replayJournal()).restored).toBeNull()
    expect((await replayJournal({ restored: true })).restored).toMatchObject({ mail: 1, passports: 1 })
    expect([await getPassport(passport.handle), (await mailRow(mail)).state]).toEqual([null, 'unknown'])
    expect(await decideRestored('cancel')).toBe(1)
    expect(await mailRow(mail)).toMatchObject({ state: 'abandoned', sealed: null })
  })

  test('nothing is sent while the journal cannot be read', async () => {
    const serial = await issueOne(await mintIssuer())
    await withdrawCertificate(serial, { reason: 'r', publicReason: null, actor: 'test' })
    await queueOne()
    await closeDatabase()
    await withAdmin('DELETE FROM journal_marks')
    const path = join(folder, 'journal', (await names())[0] ?? '')
    const whole = await readFile(path, 'utf8')
    await writeFile(path, whole.replace('"withdrawn"', '"withdrewn"'))
    expect([await send(), sink.mails.length]).toEqual(['restored', 0])
    await writeFile(path, whole)
    expect([await send(), sink.mails.length]).toEqual(['none', 1])
  })

  async function chooseAll(link: string): Promise<void> {
    const { certificates } = (await openPassport(link)) ?? { certificates: [] }
    const lineageIds = certificates.map(({ lineageId }) => lineageId)
    await chooseCertificates(link, { lineageIds, showName: true, published: true })
  }

  async function signIn(): Promise<void> {
    const [userId, expiresAt] = [randomUUID(), new Date(Date.now() + 3_600_000)]
    await addRow('desk_users', { id: userId, name: 'Ana', email: `${userId}@x.test` })
    await addRow('desk_sessions', { id: randomUUID(), userId, token: randomUUID(), expiresAt })
  }
})

describe('what is in the journal', () => {
  test('every type of event but `issued`, with sealed rows where they hold personal data, and no such data outside', async () => {
    const issuer = await mintIssuer()
    const name = 'Zerafina Quillfeather'
    const first = await issueOne(issuer, { fullName: name })
    const { certificate } = await correctCertificate(
      first,
      { fullName: `${name} II` },
      { reason: `of ${name}`, actor: 'test' },
    )
    const order = { reason: `told by ${name}`, publicReason: `${name} asked.`, actor: 'test' }
    const kept = await issueOne(issuer)
    const [key] = (await getIssuerKeys(issuer.id)).keys
    await rotateIssuerKeys(issuer.slug, 'test')
    await compromiseIssuerKey(issuer.slug, key?.keyId ?? '', Date.now(), 'test')
    await resignCertificates(issuer.slug, 'test')
    await withdrawCertificate(certificate.serial, order)
    await setIssuerStanding(issuer.slug, 'suspended', 'test')
    await setIssuerStanding(issuer.slug, 'good', 'test')
    expect(kept).toBeTruthy()
    const records = await readAll()
    const types = new Set(records.map((record) => (record.kind === 'event' ? record.event.type : record.kind)))
    expect([...types].sort()).toEqual(
      ['compromised', 'corrected', 'key', 'resigned', 'resumed', 'retired', 'status', 'suspended', 'withdrawn'].sort(),
    )
    const journal = new FolderJournal(join(folder, 'journal'))
    for (const record of records) {
      if (record.kind !== 'event' || !['corrected', 'withdrawn', 'resigned'].includes(record.event.type)) continue
      expect(await journal.getEnclosure(enclosureName(record) ?? ''), record.event.type).toMatch(/^v1\./)
    }
    for (const entry of await readdir(join(folder, 'journal'), { recursive: true, withFileTypes: true })) {
      if (entry.isFile())
        expect(await readFile(join(entry.parentPath, entry.name), 'utf8')).not.toContain('Quillfeather')
    }
    expect((await withAdmin('SELECT count(*)::int AS n FROM journal_outbox')).rows).toEqual([{ n: 0 }])
  })

  test('a transaction that is rolled back leaves nothing', async () => {
    const serial = await issueOne(await mintIssuer())
    const { withdrawWithin } = await import('@/lib/service/change/withdraw-certificate')
    const before = await readAll()
    const failing = transaction(async (tx) => {
      await withdrawWithin(tx, serial, { reason: 'r', publicReason: null, actor: 'test' })
      throw new Error('thought better of it')
    })
    await expect(failing).rejects.toThrow('thought better')
    expect(await readAll()).toEqual(before)
    expect((await checkCertificate(serial))?.judgement.overallStatus).toBe('verified')
  })
})

describe('a journal that cannot be used', () => {
  test('withdrawing answers that it could not be made safe, and stays; the next comparison makes up for it', async () => {
    const issuer = await mintIssuer()
    const [first, second] = [await issueOne(issuer), await issueOne(issuer)]
    await withdrawCertificate(first, { reason: 'r', publicReason: null, actor: 'test' })
    await rename(join(folder, 'journal'), join(folder, 'unmounted'))
    await expect(withdrawCertificate(second, { reason: 'r', publicReason: null, actor: 'test' })).rejects.toMatchObject(
      { code: 'unavailable', message: expect.stringContaining('The change was made') as string },
    )
    expect((await checkCertificate(second))?.judgement.overallStatus).toBe('withdrawn')
    expect(await worst()).toMatch(/^bad: The journal is not there/)
    await rename(join(folder, 'unmounted'), join(folder, 'journal'))
    // Without what other tests forgot.
    const changes = async () => (await readAll()).filter(({ kind }) => kind !== 'forgotten').length
    const before = await changes()
    await compareAgain()
    expect(await changes()).toBe(before + 2)
    expect(await worst()).toMatch(/^good/)
  })

  test('a torn last line is passed over; a damaged line is not, and nothing is said until it is mended', async () => {
    const issuer = await mintIssuer()
    const serial = await issueOne(issuer)
    await withdrawCertificate(serial, { reason: 'r', publicReason: null, actor: 'test' })
    const [name] = await names()
    const path = join(folder, 'journal', name ?? '')
    await appendFile(path, '0123456789abcdef {"position":99,"kind":"ev')
    expect(await worst()).toMatch(/^good/)
    await closeDatabase()
    await withAdmin('DELETE FROM journal_marks')
    const whole = await readFile(path, 'utf8')
    await writeFile(path, whole.replace('"withdrawn"', '"withdrewn"'))
    await expect(checkCertificate(serial)).rejects.toMatchObject(undetermined)
    const line = Buffer.byteLength(whole.slice(0, whole.lastIndexOf('\n', whole.indexOf('"withdrawn"')) + 1))
    expect(await worst()).toContain(`${name}, the line that begins at byte ${line}. Put the file back`)
    await writeFile(path, whole)
    // A busy machine may take longer than a check waits, which is undetermined again until it got through.
    const outcome = () =>
      checkCertificate(serial).then(
        (checked) => checked?.judgement.overallStatus,
        () => 'undetermined',
      )
    await expect.poll(outcome, { timeout: 60_000 }).toBe('withdrawn')
  })

  test('what the database has seen of it, and is gone, is missed', async () => {
    const serial = await issueOne(await mintIssuer())
    await withdrawCertificate(serial, { reason: 'r', publicReason: null, actor: 'test' })
    await compareAgain()
    for (const name of await names()) await rm(join(folder, 'journal', name))
    expect(await worst()).toMatch(/^bad: Files of the journal are gone/)
    const { fillWholeJournal } = await import('./fill-whole-journal')
    expect(await fillWholeJournal()).toBeGreaterThan(1)
    expect(await worst()).toMatch(/^good/)
  })

  test('two that write at once write to files of their own, and no line is lost', async () => {
    const [one, other] = [new FolderJournal(join(folder, 'j')), new FolderJournal(join(folder, 'j'))]
    await one.make()
    await Promise.all(
      Array.from({ length: 50 }, (_, n) => (n % 2 === 0 ? one : other).append(`${n}${'x'.repeat(5000)}\n`)),
    )
    const lines: number[] = []
    const segments = (await one.segments()) ?? []
    expect(segments).toHaveLength(2)
    for (const { name } of segments) {
      const text = await readFile(join(folder, 'j', name), 'utf8')
      lines.push(
        ...text
          .trimEnd()
          .split('\n')
          .map((line) => parseInt(line, 10)),
      )
    }
    expect(lines.sort((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, n) => n))
    await Promise.all([one.close(), other.close()])
  })
})

async function worst(): Promise<string> {
  const findings = await examineJournal({ whole: false })
  const order = ['bad', 'warning', 'good']
  const [first] = findings.sort((a, b) => order.indexOf(a.result) - order.indexOf(b.result))
  return `${first?.result}: ${first?.message}`
}

async function names(): Promise<string[]> {
  return (await readdir(join(folder, 'journal'))).filter((name) => name.endsWith('.journal'))
}

async function readAll(): Promise<JournalRecord[]> {
  const journal = new FolderJournal(join(folder, 'journal'))
  const records: JournalRecord[] = []
  for (const { name } of (await journal.segments()) ?? [])
    for await (const chunk of readSegment(journal, name, 0)) records.push(...chunk.map(({ record }) => record))
  return records
}

async function listOf(serial: string): Promise<string> {
  return transaction(async (tx) => {
    const { rows } = await tx.query<{ id: string }>('SELECT status_list_id AS id FROM certificates WHERE serial = $1', [
      serial,
    ])
    return rows[0]?.id ?? ''
  })
}

/** A backup of the database as it is now; what it returns restores it into another one, and points the service there. */
async function dump(): Promise<() => Promise<void>> {
  const url = await copyDatabase()
  return async () => {
    await closeDatabase()
    setEnv({ ...env(), DATABASE_URL: url })
  }
}

async function copyDatabase(): Promise<string> {
  await closeDatabase()
  const from = new URL(env().DATABASE_URL ?? '').pathname.slice(1)
  const name = `${from}_r${restored.length}`
  await onServer(`CREATE DATABASE ${name} TEMPLATE ${from} OWNER ${new URL(database.url).username}`)
  restored.push(name)
  return atDatabase(env().DATABASE_URL ?? '', name)
}

/** Gives the older database the name of the newer one, and cuts every connection, as a failover does. */
async function swapNames(url: string, older: string): Promise<void> {
  const [name, old] = [url, older].map((one) => new URL(one).pathname.slice(1))
  await onServer(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`)
  await onServer(`ALTER DATABASE ${name} RENAME TO ${name}_lost`)
  await onServer(`ALTER DATABASE ${old} RENAME TO ${name}`)
  restored.push(`${name}_lost`)
}

async function withAdmin(sql: string, values: unknown[] = []): Promise<pg.QueryResult> {
  const client = new pg.Client(
    atDatabase(database.adminUrl, new URL(env().DATABASE_URL ?? database.url).pathname.slice(1)),
  )
  await client.connect()
  try {
    return await client.query(sql, values)
  } finally {
    await client.end()
  }
}

async function onServer(sql: string): Promise<void> {
  const client = new pg.Client(atDatabase(database.adminUrl, 'postgres'))
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
