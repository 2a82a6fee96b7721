import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import {
  appendFile,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { env, parseEnv, setEnv } from '@/lib/env'
import { backUp } from '@/lib/service/backup/back-up'
import { checkBackup, restoreBackup } from '@/lib/service/backup/restore-backup'
import { withdrawCertificate } from '@/lib/service/change/withdraw-certificate'
import { assureNone } from '@/lib/service/check/assure-none'
import { checkCertificate } from '@/lib/service/check/check-certificate'
import { createApiKey } from '@/lib/service/issuers/create-api-key'
import { rekey } from '@/lib/service/keys/rekey'
import { createPassportByOperator } from '@/lib/service/passport/create-passport-by-operator'
import { getPassport } from '@/lib/service/passport/get-passport'
import { copyIn } from '@/lib/store/backup/copy-in'
import { putJournal } from '@/lib/store/backup/copy-journal'
import { closeDatabase } from '@/lib/store/database/database'
import { journalFiles } from '@/lib/store/journal/open-journal'
import { certs } from '@/test/certs-json'
import { createTestDatabase, type TestDatabase } from '@/test/database/database'
import { issueOne, mintIssuer } from '@/test/database/service-database'

const KEY = Buffer.from(process.env.KEY_ENCRYPTION_KEY ?? '', 'base64')

let folder: string
let database: TestDatabase
const targets: TestDatabase[] = []
/** As the backup has them, and as they went on. */
const serials = { untouched: '', withdrawnBefore: '', withdrawnAfter: '' }
let handle: string
let backup: string
let rows: Record<string, string>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backup-test-'))
  database = await createTestDatabase()
  use(database.serviceUrl, 'service', 'journal')
  const issuer = await mintIssuer()
  await createApiKey(issuer.slug, 'Enrolment')
  serials.untouched = await issueOne(issuer)
  serials.withdrawnBefore = await issueOne(issuer)
  serials.withdrawnAfter = await issueOne(issuer)
  handle = (await createPassportByOperator([serials.untouched])).handle
  await journalFiles().close() // so that a second segment begins
  await withdraw(serials.withdrawnBefore)
  backup = join(folder, 'backup')
  expect(await certs('backup', backup)).toMatchObject({ code: 0, out: { certificates: 3, journal: true, faulty: [] } })
  rows = await rowsOf(database.adminUrl)
  use(database.serviceUrl, 'service', 'journal')
  await withdraw(serials.withdrawnAfter)
  await closeDatabase()
})

afterEach(closeDatabase)

afterAll(async () => {
  for (const one of [database, ...targets]) await one.drop()
  await rm(folder, { recursive: true, force: true })
})

/** Points the services at a database and folders. */
function use(url: string, data: string, journal: string, variables: Record<string, string> = {}): void {
  setEnv(
    parseEnv({
      ...process.env,
      ...{ BASE_URL: 'https://verify.test', DATABASE_URL: url, DATA_DIR: join(folder, data) },
      JOURNAL_DIR: join(folder, journal),
      ...variables,
    }),
  )
}

/** A new database, with a folder of its own, to restore into. */
async function newTarget(
  journal: string,
  variables: Record<string, string> = {},
): Promise<{ url: string; data: string }> {
  const target = await createTestDatabase({ migrated: false })
  targets.push(target)
  const data = randomBytes(6).toString('hex')
  use(target.url, data, journal, variables)
  return { url: target.url, data: join(folder, data) }
}

const withdraw = (serial: string) => withdrawCertificate(serial, { reason: 'r', publicReason: null, actor: 'test' })

/** What a check says, or the code of its refusal. */
async function outcomes(): Promise<Record<keyof typeof serials, string>> {
  const of = async (serial: string) =>
    checkCertificate(serial).then(
      (found) => found?.judgement.overallStatus ?? 'unknown',
      (error: { code?: string }) => error.code ?? String(error),
    )
  return {
    untouched: await of(serials.untouched),
    withdrawnBefore: await of(serials.withdrawnBefore),
    withdrawnAfter: await of(serials.withdrawnAfter),
  }
}

/** Everything in a database, by table. */
async function rowsOf(url: string): Promise<Record<string, string>> {
  return connected(url, async (db) => {
    const { rows: tables } = await db.query<{ name: string }>(
      "SELECT relname::text AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname <> '_prisma_migrations' ORDER BY 1",
    )
    const found: Record<string, string> = {}
    for (const { name } of tables) {
      const { rows: all } = await db.query<{ row: string }>(`SELECT t::text AS row FROM ${name} t ORDER BY 1`)
      found[name] = all.map(({ row }) => row).join('\n')
    }
    return found
  })
}

async function connected<T>(url: string, work: (db: pg.Client) => Promise<T>): Promise<T> {
  const db = new pg.Client(url)
  await db.connect()
  return work(db).finally(() => db.end())
}

const UNDETERMINED = { untouched: 'unavailable', withdrawnBefore: 'unavailable', withdrawnAfter: 'unavailable' }

describe('certs restore, where the journal is there', () => {
  it('has everything, and what was withdrawn after the backup is withdrawn', async () => {
    const { url, data } = await newTarget('journal')
    const { code, out } = await certs('restore', backup)
    expect(out).toMatchObject({
      certificates: 3,
      replay: { applied: 2, refused: [], uncompared: [], restored: { passports: 1, keys: [{ name: 'Enrolment' }] } },
    })
    expect([code, (out.findings as { result: string }[]).filter(({ result }) => result === 'bad')]).toEqual([0, []])
    use(url, data.slice(folder.length + 1), 'journal')
    expect(await outcomes()).toEqual({
      untouched: 'verified',
      withdrawnBefore: 'withdrawn',
      withdrawnAfter: 'withdrawn',
    })
    expect(await getPassport(handle)).toBeNull()
    expect((await readdir(join(data, 'files'))).length).toBeGreaterThan(0)
  })

  it('restores every row of every table as it was, triggers and their modes too', async () => {
    const { url } = await newTarget('journal')
    const checked = await checkBackup(backup, KEY)
    await restoreBackup(checked, url, KEY, () => undefined)
    const { restores, ...restored } = await rowsOf(url)
    const { restores: before, ...expected } = rows
    expect(restored).toEqual(expected)
    expect([before, restores?.split('\n').length]).toEqual(['', 1])
    const guards = (of: string) =>
      connected(
        of,
        async (db) =>
          (await db.query('SELECT tgname, tgenabled FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1')).rows,
      )
    expect(await guards(url)).toEqual(await guards(database.adminUrl))
  })

  it.each(['files', 'events'])('is simply run again after it was interrupted at its %s', async (at) => {
    const { url } = await newTarget(`elsewhere-${at}`)
    const checked = await checkBackup(backup, KEY)
    const interrupted = restoreBackup(checked, url, KEY, (what) => {
      if (what === at) throw new Error('pulled out')
    })
    await expect(interrupted).rejects.toThrow('pulled out')
    // Started meanwhile: its journal names a key of the service that is not there, so that what it lacks may be anything.
    const none = 'unavailable'
    expect(await outcomes()).toEqual({ untouched: none, withdrawnBefore: none, withdrawnAfter: none })
    await expect(assureNone()).rejects.toMatchObject({ code: none })
    const empty = expect.stringContaining('The database is empty') as string
    expect((await certs('doctor')).out.findings).toContainEqual({ id: 'journal', result: 'bad', message: empty })
    expect(await certs('journal', 'replay')).toMatchObject({ code: 1, out: { error: empty } })
    await closeDatabase()
    await restoreBackup(await checkBackup(backup, KEY), url, KEY, () => undefined)
    expect((await rowsOf(url)).events).toBe(rows.events)
    // Broken off again, before its replay: nothing journalled is lost, and what no journal knows is put out of effect all the same.
    await closeDatabase()
    expect((await certs('journal', 'replay')).out).toMatchObject({ applied: 0, restored: { passports: 1 } })
  })

  it('is run again after it was broken off within the journal, and not where the journal itself lost something', async () => {
    const { url } = await newTarget('broken-off')
    const place = join(folder, 'broken-off')
    const { backup: stored } = await checkBackup(backup, KEY)
    await putJournal(stored, journalFiles())
    const segments = (await readdir(place)).filter((name) => name.endsWith('.journal')).sort()
    expect(segments.length).toBeGreaterThan(1)
    await rm(join(place, segments.at(-1) ?? ''))
    const checked = await checkBackup(backup, KEY)
    expect(checked.journal).toBe('absent')
    await restoreBackup(checked, url, KEY, () => undefined)
    expect((await readdir(place)).filter((name) => name.endsWith('.journal')).sort()).toEqual(segments)
    // One that was written to since, and the real one, which knows of its backup, are not what a restore left.
    await rm(join(place, segments.at(-1) ?? ''))
    await appendFile(join(place, segments[0] ?? ''), 'written since\n')
    await expect(checkBackup(backup, KEY)).rejects.toMatchObject({ code: 'unavailable' })
    await cp(join(folder, 'journal'), join(folder, 'lost-some'), { recursive: true })
    for (const name of await readdir(join(folder, 'lost-some')))
      if (name.endsWith('.journal') && name !== segments[0]) await rm(join(folder, 'lost-some', name))
    await newTarget('lost-some')
    await expect(checkBackup(backup, KEY)).rejects.toMatchObject({ code: 'unavailable' })
  })
})

describe('certs restore, where no newer journal is left', () => {
  it('says nothing of any certificate until the loss is accepted, whatever is written into the database', async () => {
    const { url, data } = await newTarget('lost')
    const restored = await certs('restore', backup)
    expect(restored).toMatchObject({ code: 1, out: { replay: { uncompared: [expect.any(String)] } } })
    const again = () => use(url, data.slice(folder.length + 1), 'lost')
    again()
    expect(await outcomes()).toEqual(UNDETERMINED)
    await expect(withdraw(serials.untouched)).rejects.toMatchObject({ code: 'unavailable' })
    expect(await certs('journal', 'replay')).toMatchObject({ code: 1, out: { applied: 0 } })
    await connected(url, (db) => db.query("UPDATE restores SET mac = mac || 'x'"))
    again()
    expect(await outcomes()).toEqual(UNDETERMINED)
    const { findings } = (await certs('doctor')).out
    expect(findings).toContainEqual(
      expect.objectContaining({
        id: 'journal',
        result: 'bad',
        message: expect.stringContaining('--accept-loss') as string,
      }),
    )
    expect(findings).toContainEqual(expect.objectContaining({ id: 'files', result: 'warning' }))
    expect(await certs('journal', 'replay', '--accept-loss')).toMatchObject({ code: 0, out: { uncompared: [] } })
    again()
    expect(await outcomes()).toEqual({
      untouched: 'verified',
      withdrawnBefore: 'withdrawn',
      withdrawnAfter: 'verified',
    })
    expect((await certs('journal', 'check')).out.findings).toContainEqual(
      expect.objectContaining({ result: 'warning', message: expect.stringContaining('is lost') as string }),
    )
    await expect(connected(url, (db) => db.query('DELETE FROM restores'))).rejects.toThrow('stays recorded')
    again()
    const next = randomBytes(32)
    await rekey(KEY, next)
    use(url, data.slice(folder.length + 1), 'lost', { KEY_ENCRYPTION_KEY: next.toString('base64') })
    await closeDatabase()
    expect((await outcomes()).untouched).toBe('verified')
  })

  it('counts a decision that was written without the key for nothing', async () => {
    const { url, data } = await newTarget('forged')
    await certs('restore', backup)
    await connected(url, (db) => db.query("UPDATE restores SET compared_at = now(), compared_with = 'journal'"))
    use(url, data.slice(folder.length + 1), 'forged')
    expect(await outcomes()).toEqual(UNDETERMINED)
  })

  it('can be told so at once', async () => {
    const { url, data } = await newTarget('lost-too')
    expect((await certs('restore', backup, '--accept-loss')).code).toBe(0)
    use(url, data.slice(folder.length + 1), 'lost-too')
    expect((await outcomes()).untouched).toBe('verified')
  })
})

describe('certs restore refuses, and writes nothing', () => {
  /** A copy of the backup, changed. */
  async function changed(change: (copy: string) => Promise<unknown>): Promise<string> {
    const copy = join(folder, randomBytes(6).toString('hex'))
    await cp(backup, copy, { recursive: true })
    await change(copy)
    return copy
  }

  async function flip(file: string, at: number): Promise<void> {
    const bytes = await readFile(file)
    const place = at < 0 ? bytes.length + at : at
    bytes.writeUInt8(bytes.readUInt8(place) ^ 1, place)
    await writeFile(file, bytes)
  }

  const members = ['database', 'files', 'journal', 'manifest']
  const damages: [string, (copy: string) => Promise<unknown>][] = [
    ...members.flatMap((name): [string, (copy: string) => Promise<unknown>][] => [
      [`a changed head of ${name}`, (copy) => flip(join(copy, name), 5)],
      [`a changed id in ${name}`, (copy) => flip(join(copy, name), 45)],
      [`a changed bit of ${name}`, (copy) => flip(join(copy, name), 100)],
      [`a changed end of ${name}`, (copy) => flip(join(copy, name), -1)],
      [`${name} cut off`, (copy) => truncate(join(copy, name), 90)],
      [`${name} missing`, (copy) => rm(join(copy, name))],
    ]),
    ['a file too many', (copy) => writeFile(join(copy, 'notes.txt'), '')],
    ['a file in place of another', (copy) => cp(join(copy, 'log'), join(copy, 'journal'))],
    ['a folder in place of a file', (copy) => rm(join(copy, 'log')).then(() => mkdir(join(copy, 'log')))],
    [
      'a link in place of a file',
      async (copy) => {
        await rename(join(copy, 'files'), join(folder, `files-${copy.slice(-6)}`))
        await symlink(join(folder, `files-${copy.slice(-6)}`), join(copy, 'files'))
      },
    ],
  ]

  it('a backup that was changed, in every way', async () => {
    const { url, data } = await newTarget('nowhere')
    for (const [what, change] of damages) {
      const { code, out } = await certs('restore', await changed(change))
      expect([what, code, typeof out.error]).toEqual([what, 1, 'string'])
      expect(String(out.error), what).not.toMatch(/inside|at .*\.ts/)
    }
    const tables = "SELECT 1 FROM pg_class WHERE relnamespace = 'public'::regnamespace"
    expect((await connected(url, (db) => db.query(tables))).rows).toEqual([])
    await expect(readdir(data)).rejects.toMatchObject({ code: 'ENOENT' })
    await expect(readdir(join(folder, 'nowhere'))).rejects.toMatchObject({ code: 'ENOENT' })
  })

  it('as soon as it is stopped', async () => {
    await newTarget('nowhere')
    await expect(checkBackup(backup, KEY, AbortSignal.abort())).rejects.toThrow('Stopped')
  })

  it('another key', async () => {
    await newTarget('nowhere', { KEY_ENCRYPTION_KEY: randomBytes(32).toString('base64') })
    expect(await certs('restore', backup)).toMatchObject({
      code: 1,
      out: { error: expect.stringContaining('another KEY') as string },
    })
  })

  it('a missing key, which it does not make', async () => {
    const data = join(folder, 'keyless')
    const { KEY_ENCRYPTION_KEY: _, ...variables } = process.env
    setEnv(parseEnv({ ...variables, BASE_URL: 'http://localhost:3000', DATA_DIR: data }))
    expect(await certs('restore', backup)).toMatchObject({
      code: 1,
      out: { error: expect.stringContaining('key-encryption-key') as string },
    })
    await expect(readdir(data)).rejects.toMatchObject({ code: 'ENOENT' })
  })

  it('a database that is in use', async () => {
    use(database.url, 'service', 'journal')
    const before = await rowsOf(database.adminUrl)
    expect(await certs('restore', backup)).toMatchObject({
      code: 1,
      out: { error: expect.stringContaining('in use') as string },
    })
    // Somebody may begin to use it while files and journal are put back.
    await expect(copyIn(database.url, (await checkBackup(backup, KEY)).backup, KEY, () => undefined)).rejects.toThrow(
      /made in this database/,
    )
    expect(await rowsOf(database.adminUrl)).toEqual(before)
  })

  it('the journal of another service', async () => {
    const other = join(folder, 'other')
    await mkdir(other)
    const [segment = ''] = (await readdir(join(folder, 'journal'))).filter((name) => name.endsWith('.journal'))
    await writeFile(join(other, segment), 'another beginning\n'.repeat(200))
    await newTarget('other')
    expect(await certs('restore', backup)).toMatchObject({
      code: 1,
      out: { error: expect.stringContaining('not the one') as string },
    })
  })

  it('a folder that cannot be made, to back up to', async () => {
    use(database.serviceUrl, 'service', 'journal')
    await writeFile(join(folder, 'a-file'), '')
    const error = expect.stringContaining('cannot be made or written (ENOTDIR)') as string
    expect(await certs('backup', join(folder, 'a-file', 'first'))).toMatchObject({ code: 1, out: { error } })
  })

  it('a folder that holds something, to back up to', async () => {
    use(database.serviceUrl, 'service', 'journal')
    expect(await certs('backup', backup)).toMatchObject({
      code: 1,
      out: { error: expect.stringContaining('new or empty') as string },
    })
  })

  it.each([
    ['service', 'DATA_DIR'],
    ['service/backups/first', 'DATA_DIR'],
    ['service/../service/backup', 'DATA_DIR'],
    ['link-to-service/backup', 'DATA_DIR'],
    ['service/journal-copy', 'DATA_DIR'],
    ['journal/backup', 'JOURNAL_DIR'],
    ['log/backup', 'LOG_DIR'],
    ['log', 'LOG_DIR'],
  ])('%s, to back up to, since it is in %s', async (place, name) => {
    use(database.serviceUrl, 'service', 'journal', { LOG_DIR: join(folder, 'log') })
    await symlink(join(folder, 'service'), join(folder, 'link-to-service')).catch(() => undefined)
    const error = expect.stringContaining(`is in ${name}`) as string
    expect(await certs('backup', join(folder, place))).toMatchObject({ code: 1, out: { error } })
    expect(existsSync(join(folder, 'service', 'backups'))).toBe(false)
  })
})

describe('certs backup', () => {
  it('holds nothing that can be read without the key', async () => {
    const words = [serials.untouched, 'Ana-Luc', 'verify.test', env().KEY_ENCRYPTION_KEY ?? 'none']
    for (const name of await readdir(backup)) {
      const bytes = await readFile(join(backup, name))
      for (const word of words) expect([name, word, bytes.includes(word)]).toEqual([name, word, false])
    }
  })

  it('names files that are missing, and ends with 1', async () => {
    use(database.serviceUrl, 'service', 'journal')
    const files = join(folder, 'service', 'files')
    await rename(files, `${files}-away`)
    const { code, out } = await certs('backup', join(folder, 'without-files'))
    await rename(`${files}-away`, files)
    expect([code, (out.faulty as string[]).length > 0]).toEqual([1, true])
  })

  it('is not made under another key than the database is, which nobody could restore', async () => {
    const other = { KEY_ENCRYPTION_KEY: randomBytes(32).toString('base64') }
    const place = join(folder, 'under-another-key')
    const refused = { code: 1, out: { error: expect.stringContaining('Is it the right one?') as string } }
    use(database.serviceUrl, 'service', 'journal', other)
    expect(await certs('backup', place)).toMatchObject(refused)
    // As where certs rekey ends meanwhile.
    use(database.serviceUrl, 'service', 'journal')
    const rekeyed = {
      get aborted() {
        if (existsSync(join(place, 'journal'))) use(database.serviceUrl, 'service', 'journal', other)
        return false
      },
    } as AbortSignal
    await expect(backUp(place, rekeyed)).rejects.toThrow('Is it the right one?')
    expect(existsSync(place)).toBe(false)
  })

  it('leaves nothing where it is stopped or cannot be written, and tells one that was broken off from other folders', async () => {
    use(database.serviceUrl, 'service', 'journal')
    const stopped = join(folder, 'stopped')
    await expect(backUp(stopped, AbortSignal.abort())).rejects.toThrow('was stopped')
    await expect(readdir(stopped)).rejects.toMatchObject({ code: 'ENOENT' })
    // A folder that was there is not the backup's to remove.
    await mkdir(stopped)
    await expect(backUp(stopped, AbortSignal.abort())).rejects.toThrow('was stopped')
    expect(await readdir(stopped)).toEqual([])
    // The journal knows of it before it is whole: a process may be killed in between.
    const known = async () => (await readFile(join(folder, 'journal', 'backups'), 'utf8')).split('\n').length
    const before = await known()
    const isManifestBegun = {
      get aborted() {
        return existsSync(join(stopped, 'manifest'))
      },
    } as AbortSignal
    await expect(backUp(stopped, isManifestBegun)).rejects.toThrow('was stopped')
    expect([await known(), await readdir(stopped)]).toEqual([before + 1, []])
    // As a process leaves it that was killed.
    await cp(join(backup, 'database'), join(stopped, 'database'))
    expect((await certs('backup', stopped)).out.error).toContain('was broken off')
  })
})
