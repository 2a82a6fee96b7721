import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { sha256Hex } from '@/lib/crypto/encoding/sha256'
import { formatVkey } from '@/lib/crypto/tlog/note-key'
import { cosignNote } from '@/lib/crypto/tlog/note-signature'
import { formatNote, parseNote } from '@/lib/crypto/tlog/signed-note'
import { parseEnv, setEnv } from '@/lib/env'
import { getRefreshedBadge } from '@/lib/service/badges/get-open-badge'
import { getStatusList } from '@/lib/service/badges/get-status-list'
import { correctCertificate } from '@/lib/service/change/correct-certificate'
import { resignCertificates } from '@/lib/service/change/resign-certificates'
import { withdrawCertificate } from '@/lib/service/change/withdraw-certificate'
import { checkCertificate } from '@/lib/service/check/check-certificate'
import { eraseCertificate } from '@/lib/service/erasure/erase-certificate'
import { findIssuers } from '@/lib/service/issuers/find-issuers'
import { getIssuer } from '@/lib/service/issuers/get-issuer'
import { getIssuerProfile } from '@/lib/service/issuers/get-issuer-profile'
import { setIssuerStanding } from '@/lib/service/issuers/set-issuer-standing'
import { compromiseIssuerKey } from '@/lib/service/keys/compromise-issuer-key'
import { listSigningKeys } from '@/lib/service/keys/list-signing-keys'
import { getIssuerKeys } from '@/lib/service/keys/published-keys'
import { rotateIssuerKeys } from '@/lib/service/keys/rotate-issuer-keys'
import { fillLog } from '@/lib/service/log/fill-log'
import { closeDatabase, workingPool } from '@/lib/store/database/database'
import { journalSession } from '@/lib/store/database/note-server'
import type { StoredIssuer } from '@/lib/store/issuers/issuers'
import { compareAgain } from '@/lib/store/journal/journal-watch'
import { forgetLog } from '@/lib/store/log/complete-log'
import { findLogState } from '@/lib/store/log/log-state'
import { certs } from '@/test/certs-json'
import { createTestDatabase, type TestDatabase } from '@/test/database/database'
import { issueOne, mintIssuer } from '@/test/database/service-database'
import { newNoteKey } from '@/test/tlog/note-keys'

let folder: string
let database: TestDatabase
const targets: TestDatabase[] = []
let backup: string
const serials = {
  untouched: '',
  withdrawn: '',
  replaced: '',
  corrected: '',
  erased: '',
  ofSuspended: '',
  ofStolen: '',
  ofAnother: '',
}
/** What replaced one of them before the backup. */
let replacing: string
const UNDETERMINED = Object.fromEntries(Object.keys(serials).map((name) => [name, 'unavailable']))
let lists: { touched: string; stolen: string; another: string }
/** The issuer whose keys were compromised after the backup. */
let stolen: StoredIssuer
let late: string
let slugs: { touched: string; suspended: string; another: string }

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'restore-log-'))
  database = await createTestDatabase()
  use(database.serviceUrl, 'service')
  const [issuer, suspended, another] = [await mintIssuer(), await mintIssuer(), await mintIssuer()]
  stolen = await mintIssuer()
  serials.untouched = await issueOne(issuer)
  serials.withdrawn = await issueOne(issuer)
  serials.corrected = await issueOne(issuer)
  serials.erased = await issueOne(issuer)
  await withdrawCertificate(serials.erased, { reason: 'r', publicReason: null, actor: 'test' })
  serials.replaced = await issueOne(issuer)
  const named = { fullName: 'Another' }
  replacing = (await correctCertificate(serials.replaced, named, { reason: 'r', actor: 'test' })).certificate.serial
  serials.ofSuspended = await issueOne(suspended)
  serials.ofStolen = await issueOne(stolen)
  serials.ofAnother = await issueOne(another)
  slugs = { touched: issuer.slug, suspended: suspended.slug, another: another.slug }
  await fillLog()
  lists = { touched: await listOf(issuer.id), stolen: await listOf(stolen.id), another: await listOf(another.id) }
  backup = join(folder, 'backup')
  expect((await certs('backup', backup)).code).toBe(0)
  await cp(join(folder, 'service/log'), join(folder, 'older-log'), { recursive: true })
  use(database.serviceUrl, 'service')
  const why = { reason: 'r', actor: 'test' }
  await withdrawCertificate(serials.withdrawn, { ...why, publicReason: null })
  await withdrawCertificate(replacing, { ...why, publicReason: null })
  await cp(join(folder, 'service/log'), join(folder, 'between-log'), { recursive: true })
  await correctCertificate(serials.corrected, { fullName: 'Another' }, why)
  await setIssuerStanding(suspended.slug, 'suspended', 'test')
  await compromiseIssuerKey(stolen.slug, await keyOf(stolen.slug), Date.now() - 1, 'test')
  late = await issueOne(another)
  await closeDatabase()
  use(database.url, 'service')
  await eraseCertificate(serials.erased, { reason: 'asked for', actor: 'test' })
  await closeDatabase()
})

afterEach(closeDatabase)

afterAll(async () => {
  forgetLog()
  for (const one of [database, ...targets]) await one.drop()
  await rm(folder, { recursive: true, force: true })
})

/** Points the services at a database and folders of their own, as a process that starts. */
function use(url: string, data: string): void {
  forgetLog()
  const variables = { BASE_URL: 'https://verify.test', DATABASE_URL: url, DATA_DIR: join(folder, data) }
  setEnv(parseEnv({ ...process.env, ...variables, JOURNAL_DIR: join(folder, data, 'journal') }))
}

/** Restores into a new database on another machine, whose journal is that of the backup. */
async function restore(...options: string[]) {
  return restoreBeside(null, ...options)
}

/** The same where a log lies in place that outlived the rest. */
async function restoreBeside(log: string | null, ...options: string[]) {
  const target = await createTestDatabase({ migrated: false })
  targets.push(target)
  const data = `restored-${targets.length}`
  if (log !== null) await cp(join(folder, log), join(folder, data, 'log'), { recursive: true })
  use(target.url, data)
  const { code, out } = await certs('restore', backup, ...options)
  await closeDatabase()
  use(target.url, data)
  return { code, out, data }
}

/** The same where the journal outlived the rest. */
async function restoreWithJournal(from: string) {
  const target = await createTestDatabase({ migrated: false })
  targets.push(target)
  const data = `restored-${targets.length}`
  await cp(join(folder, 'service/journal'), join(folder, data, 'journal'), { recursive: true })
  use(target.url, data)
  const { code, out } = await certs('restore', from)
  await closeDatabase()
  use(target.url, data)
  return { code, out, data }
}

async function listOf(issuerId: string): Promise<string> {
  const { rows } = await workingPool().query<{ id: string }>('SELECT id FROM status_lists WHERE issuer_id = $1', [
    issuerId,
  ])
  return rows[0]?.id ?? ''
}

const keyOf = async (slug: string) => (await listSigningKeys(slug)).keys[0]?.keyId ?? ''
const saidOf = (asked: Promise<string>) => asked.catch((error: { code?: string }) => error.code ?? String(error))
const outcomeOf = (serial: string) =>
  saidOf(checkCertificate(serial).then((found) => found?.judgement.overallStatus ?? 'unknown'))

/** What a check says of each certificate, or the code of its refusal. */
async function outcomes(): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const [name, serial] of Object.entries(serials)) found[name] = await outcomeOf(serial)
  return found
}

it('with its newer journal the log stays stopped where that has grown, and says so before anyone publishes it', async () => {
  const { code, out, data } = await restoreWithJournal(backup)
  expect(code).toBe(1)
  expect(out.replay).toMatchObject({ uncompared: [], refused: [] })
  const stopped = { stopped: 'The database was restored from a backup, and the log may be further.' }
  expect(await certs('log', 'status')).toMatchObject({ code: 1, out: stopped })
  await closeDatabase()
  use(targets.at(-1)?.url ?? '', data)
  const resumed = await certs(
    'log',
    'resume',
    '--checkpoint',
    join(folder, 'service/log/checkpoint'),
    '--log',
    join(folder, 'service/log'),
  )
  expect(resumed).toMatchObject({ code: 0, out: { settled: [] } })
  expect(await certs('log', 'status')).toMatchObject({ code: 0, out: { stopped: null, waiting: 0 } })
})

it('with its newer journal the log goes on where it has not grown', async () => {
  use(database.serviceUrl, 'service')
  const newest = join(folder, 'newest-backup')
  expect((await certs('backup', newest)).code).toBe(0)
  await closeDatabase()
  await restoreWithJournal(newest)
  expect(await certs('log', 'status')).toMatchObject({ code: 0, out: { stopped: null, waiting: 0 } })
})

it('without its journal says nothing, and by the published log all but what that knows more of', async () => {
  const { code, out, data } = await restore('--log', join(folder, 'service/log'))
  const log = out.log as { settled: string[]; changes: { of: string; type: string }[]; lost: number }
  expect([log.settled.length, (out.replay as { uncompared: string[] }).uncompared]).toEqual([1, []])
  // The withdrawal, the correction's two, what covers them, and the certificate that came later.
  expect(log.lost).toBeGreaterThanOrEqual(4)
  const ended = { of: 'key', type: 'compromised' }
  expect(log.changes).toMatchObject([{ of: 'issuer', type: 'suspended' }, ended, ended])
  // The first answer of a process that has compared nothing by itself.
  expect(await outcomeOf(serials.withdrawn)).toBe('unavailable')
  expect(await outcomes()).toEqual({
    untouched: 'verified',
    withdrawn: 'unavailable',
    // It would show what replaced it as it was, with its person.
    replaced: 'unavailable',
    corrected: 'unavailable',
    // Withdrawn in the backup, and erased since: nothing of the person is shown again.
    erased: 'unavailable',
    ofSuspended: 'unavailable',
    ofStolen: 'unavailable',
    ofAnother: 'verified',
  })
  expect(await outcomeOf(late)).toBe('unavailable')
  expect(await saidOf(getStatusList(lists.touched).then(() => 'signed'))).toBe('unavailable')
  expect(code).toBe(1)
  const { out: examined } = await certs('doctor')
  const findings = (examined.findings as { message: string; result: string }[]).filter(({ message }) =>
    message.includes('compared with the public log'),
  )
  expect(findings.map(({ result }) => result)).toEqual(['warning'])
  // It names those that cannot be checked, and why.
  expect(
    (examined.findings as { id: string; message: string }[]).filter(({ id }) => id === 'certificates'),
  ).toContainEqual({
    id: 'certificates',
    result: 'bad',
    message: expect.stringMatching(
      /^Of the \d+ newest certificates, checks of \d+ are answered with 503, such as [^:]+: the .*\.$/,
    ) as string,
  })

  // Nothing is built on what may be withdrawn or erased.
  use(targets.at(-1)?.url ?? '', data)
  const why = { reason: 'r', actor: 'test' }
  expect(await saidOf(getRefreshedBadge(serials.replaced).then(() => 'a badge'))).toBe('unavailable')
  for (const serial of [serials.withdrawn, serials.corrected, replacing])
    await expect(correctCertificate(serial, { fullName: 'Third' }, why)).rejects.toThrow('has a later entry of it')
  // A key that was compromised is not published as good, and signs nothing; nor is a suspended issuer shown in good standing.
  const { suspended: slug } = slugs
  for (const asked of [
    () => getIssuerKeys(stolen.id),
    () => getIssuerProfile(stolen.slug),
    () => getIssuerProfile(slug),
    () => findIssuers('', null, 9),
  ])
    expect(await saidOf(asked().then(() => 'told'))).toBe('unavailable')
  expect(await saidOf(getStatusList(lists.stolen).then(() => 'signed'))).toBe('unavailable')
  for (const one of [stolen, await getIssuer(slug)])
    await expect(issueOne(one)).rejects.toThrow('has later entries of this issuer or of its keys')
  const key = await keyOf(stolen.slug)
  await rotateIssuerKeys(stolen.slug, 'test')
  expect(await outcomeOf(serials.ofStolen)).toBe('unavailable')
  expect(await saidOf(getIssuerKeys(stolen.id).then(() => 'published'))).toBe('unavailable')
  await compromiseIssuerKey(stolen.slug, key, Date.now() - 1, 'test')
  expect(await outcomeOf(serials.ofStolen)).toBe('verified')
  expect((await getIssuerKeys(stolen.id)).keys).toHaveLength(2)
  // What the operator makes again counts, and the log goes on.
  await setIssuerStanding(slugs.suspended, 'suspended', 'test')
  expect(await outcomeOf(serials.ofSuspended)).toBe('issuer_suspended')
  expect(await outcomeOf(await issueOne(await getIssuer(slugs.another)))).toBe('verified')
  await withdrawCertificate(serials.withdrawn, { reason: 'r', publicReason: null, actor: 'test' })
  expect(await outcomeOf(serials.withdrawn)).toBe('withdrawn')
  await withdrawCertificate(replacing, { ...why, publicReason: null })
  expect(await outcomeOf(serials.replaced)).toBe('superseded')
  await eraseCertificate(serials.erased, { reason: 'asked for', actor: 'test' })
  expect(await outcomeOf(serials.erased)).toBe('unknown')
  expect(await outcomeOf(await issueOne(await getIssuer(slugs.another)))).toBe('verified')
  await compromiseIssuerKey(slugs.touched, await keyOf(slugs.touched), Date.now() - 1, 'test')
  const resigned = await resignCertificates(slugs.touched, 'test')
  expect(resigned.refused).toEqual([
    { serial: serials.corrected, error: expect.stringContaining('has a later entry of it') as string },
  ])
  expect(await outcomeOf(serials.untouched)).toBe('verified')
})

it('says nothing by a copy of the log that is as old as the backup, and may be compared with a newer one later', async () => {
  const { code, out: refused, data } = await restore('--log', join(folder, 'older-log'))
  expect([code, refused.log]).toEqual([1, { problem: expect.stringContaining('no newer than the backup') as string }])
  expect(JSON.stringify(refused.findings)).toContain('is not served')
  // Nobody else wrote there: more rows that are gone would make it worse.
  expect(JSON.stringify(refused.findings)).not.toContain('delete it from status_changes')
  expect(await outcomes()).toEqual(UNDETERMINED)
  expect((await findLogState(workingPool()))?.stopped).not.toBeNull()
  await closeDatabase()
  expect((await certs('log', 'resume')).out.error).toContain('--checkpoint FILE or --log WHERE')
  const server = await published()
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { out } = await certs('log', 'resume', '--log', address).finally(() => server.close())
  expect(out.settled).toHaveLength(1)
  expect(await outcomes()).toMatchObject({ untouched: 'verified', withdrawn: 'unavailable' })

  // One that serves since before the restore was settled, and cannot read the published files now.
  const files = join(folder, data, 'log')
  await rename(files, `${files}-away`)
  Object.assign(journalSession(), { uncompared: true, logRead: false })
  await expect(compareAgain()).rejects.toThrow(/public log, .* cannot be read/)
  expect(await outcomes()).toEqual(UNDETERMINED)
  // And one that starts.
  await closeDatabase()
  forgetLog()
  expect(await outcomes()).toEqual(UNDETERMINED)
  await rename(`${files}-away`, files)
  expect(await outcomes()).toMatchObject({ untouched: 'verified', withdrawn: 'unavailable' })
})

it('is settled by a log that has not grown, where a witness confirmed that after the backup', async () => {
  const { data } = await restore('--log', join(folder, 'older-log'))
  const witness = newNoteKey('witness.example/w1', 'witness')
  await writeFile(join(folder, data, 'log-policy'), `witness w1 ${formatVkey(witness.key)}\nquorum w1\n`)
  const note = parseNote(await readFile(join(folder, 'older-log/checkpoint')))
  const { rows } = await workingPool().query<{ at: Date }>('SELECT backed_up_at AS at FROM restores')
  const backedUp = Math.floor((rows[0]?.at.getTime() ?? 0) / 1000)
  await closeDatabase()
  const resume = async (time: number) => {
    const cosignature = await cosignNote(witness.key, witness.signer, note.text, time)
    const signatures = [...note.signatures, cosignature]
    await writeFile(join(folder, 'cosigned'), formatNote({ text: note.text, signatures }))
    return (await certs('log', 'resume', '--checkpoint', join(folder, 'cosigned'))).out
  }
  expect((await resume(backedUp - 1)).error).toContain('no newer than the backup')
  expect((await resume(backedUp + 1)).settled).toHaveLength(1)
  expect(await outcomeOf(serials.untouched)).toBe('verified')
})

it('says nothing by a log that is damaged, of others or not there', async () => {
  const damaged = join(folder, 'damaged-log')
  await cp(join(folder, 'service/log'), damaged, { recursive: true })
  const { size } = await sizeOf(damaged)
  await rm(join(damaged, 'tile/entries', `000.p`), { recursive: true })
  await mkdir(join(damaged, 'tile/entries/000.p'))
  await writeFile(join(damaged, 'tile/entries/000.p', String(size)), 'x')
  const { code, out } = await restore('--log', join(folder, 'absent'))
  expect([code, out.log]).toEqual([1, { problem: expect.stringContaining('There is no folder') as string }])
  expect(await outcomes()).toEqual(UNDETERMINED)
  await closeDatabase()
  const resumed = await certs('log', 'resume', '--log', damaged)
  expect([resumed.code, resumed.out.error]).toEqual([1, expect.stringContaining('is damaged') as string])
  expect(await outcomes()).toEqual(UNDETERMINED)
})

/** Of the files of a log, the SHA-256 by their paths. */
async function filesOf(log: string): Promise<Record<string, string>> {
  const found = await readdir(log, { recursive: true, withFileTypes: true })
  const files = found.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  const read = files.map(async (file) => [file.slice(log.length), sha256Hex(await readFile(file))] as const)
  return Object.fromEntries(await Promise.all(read))
}

it('does not put an older copy over the log that lies in place, and is settled by that', async () => {
  const { code, out, data } = await restoreBeside('service/log', '--log', join(folder, 'between-log'))
  const own = join(folder, data, 'log')
  expect([code, out.log]).toEqual([1, { problem: expect.stringContaining('older than the one here') as string }])
  expect(await outcomes()).toEqual(UNDETERMINED)
  expect(await filesOf(own)).toMatchObject(await filesOf(join(folder, 'service/log')))
  await closeDatabase()
  expect((await certs('log', 'resume', '--checkpoint', join(own, 'checkpoint'))).out.settled).toHaveLength(1)
  expect(await outcomes()).toMatchObject({
    untouched: 'verified',
    withdrawn: 'unavailable',
    corrected: 'unavailable',
  })
})

it('leaves the log that lies in place as it is where the other is damaged', async () => {
  const [damaged, before] = [join(folder, 'spoilt-log'), await filesOf(join(folder, 'service/log'))]
  const { size } = await sizeOf(join(folder, 'service/log'))
  await cp(join(folder, 'service/log'), damaged, { recursive: true })
  await writeFile(join(damaged, `tile/entries/000.p/${size}`), 'x')
  const { out, data } = await restoreBeside('service/log', '--log', damaged)
  expect(out.log).toEqual({ problem: expect.any(String) as string })
  expect(await filesOf(join(folder, data, 'log'))).toEqual(before)
  expect(await outcomes()).toEqual(UNDETERMINED)
  // What restores nothing any more compares in the same way.
  for (const [name, spoilt] of [
    ['a bundle', `tile/entries/000.p/${size}`],
    ['a tile', `tile/0/000.p/${size}`],
    ['a confirmed checkpoint', 'checkpoint.witnessed'],
  ] as const) {
    await rm(damaged, { recursive: true })
    await cp(join(folder, 'service/log'), damaged, { recursive: true })
    await writeFile(join(damaged, spoilt), 'x')
    await closeDatabase()
    const resumed = await certs('log', 'resume', '--log', damaged)
    expect([name, resumed.code, resumed.out]).toEqual([name, 1, { error: expect.any(String) as string }])
    expect([name, await filesOf(join(folder, data, 'log'))]).toEqual([name, before])
    expect(await outcomes()).toEqual(UNDETERMINED)
  }
})

it('is backed up with a word on the log whose files are away', async () => {
  const log = join(folder, 'service/log')
  use(database.serviceUrl, 'service')
  await rename(log, `${log}-away`)
  const { code, out } = await certs('backup', join(folder, 'without-log'))
  await rename(`${log}-away`, log)
  expect([code, out.log, out.lacks_log]).toEqual([1, false, true])
})

async function sizeOf(log: string): Promise<{ size: number }> {
  return { size: Number((await readFile(join(log, 'checkpoint'), 'utf8')).split('\n')[1]) }
}

/** The log at an address, as a proxy serves its files while the service is away. */
async function published(): Promise<Server> {
  const server = createServer((request, answer) => {
    readFile(join(folder, 'service', request.url ?? '')).then(
      (bytes) => answer.end(bytes),
      () => answer.writeHead(404).end(),
    )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}
