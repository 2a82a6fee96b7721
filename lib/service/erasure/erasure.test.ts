import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { GET as artifactsGet } from '@/app/api/public/artifacts/[fingerprint]/route'
import { GET as jpegGet } from '@/app/api/public/credentials/[ref]/jpeg/route'
import { GET as manifestGet } from '@/app/api/public/credentials/[ref]/manifest/route'
import { GET as pdfGet } from '@/app/api/public/credentials/[ref]/pdf/route'
import { GET as refreshGet } from '@/app/api/public/credentials/[ref]/refresh/route'
import { GET as signedGet } from '@/app/api/public/credentials/[ref]/signed/route'
import { GET as receiptsGet } from '@/app/api/public/receipts/[id]/route'
import { env, parseEnv, setEnv } from '@/lib/env'
import type { RouteHandler } from '@/lib/http/endpoint'
import { withPeerAddress } from '@/lib/http/request-context'
import { getStatusList } from '@/lib/service/badges/get-status-list'
import { setBadgeImage } from '@/lib/service/badges/set-badge-image'
import { validateOpenBadge } from '@/lib/service/badges/validate-open-badge'
import { correctCertificate } from '@/lib/service/change/correct-certificate'
import { withdrawCertificate } from '@/lib/service/change/withdraw-certificate'
import { checkCertificate } from '@/lib/service/check/check-certificate'
import { lookUpCertificates } from '@/lib/service/check/look-up-certificates'
import { lookUpOwn } from '@/lib/service/desk/certificates/look-up-own'
import { readOwnCertificate } from '@/lib/service/desk/certificates/read-own-certificate'
import { findIssueRun, previewIssueFile } from '@/lib/service/desk/issue/issue-runs'
import { getManifest } from '@/lib/service/files/describe-artifacts'
import { issueCertificates } from '@/lib/service/issue/issue-certificates'
import { issueFromFile } from '@/lib/service/issue/issue-from-file'
import { examineJournal } from '@/lib/service/journal/examine-journal'
import { replayJournal } from '@/lib/service/journal/replay-journal'
import { fillLog } from '@/lib/service/log/fill-log'
import { writeNotedReadings } from '@/lib/service/operation/write-noted-readings'
import { createPassportByOperator } from '@/lib/service/passport/create-passport-by-operator'
import { getPassport } from '@/lib/service/passport/get-passport'
import { giveReceipt } from '@/lib/service/receipts/give-receipt'
import { sendReport } from '@/lib/service/reports/send-report'
import { createOwnWebhook } from '@/lib/service/webhooks/own-webhooks'
import { closeDatabase, transaction, workingPool } from '@/lib/store/database/database'
import { EMPTIED } from '@/lib/store/erasure/erase-rows'
import { filePath } from '@/lib/store/files/file-path'
import { MemoryRateCounter } from '@/lib/store/limits/memory-rate-counter'
import { setRateCounter } from '@/lib/store/limits/open-rate-counter'
import { changeWebhook } from '@/lib/store/webhooks/webhooks'
import { EXAMPLE_SVG } from '@/test/badges/badge-images'
import { askBadge } from '@/test/badges/badge-requests'
import { OwnPostgres } from '@/test/database/own-postgres'
import { exampleRow, issueOne, mintIssuer } from '@/test/database/service-database'
import { mintPerson } from '@/test/desk/desk'
import { PersonalData } from '@/test/desk/personal-data'
import { examplePng } from '@/test/documents/example-png'
import { askApi, askPage, newAddress } from '@/test/verify-requests'
import { eraseCertificate } from './erase-certificate'
import { examineErasures } from './examine-erasures'
import { finishErasures } from './finish-erasures'

/** Every file of a whole database server is read, several times. */
const LONG = 900_000
const EVENT = 'Basic Safety Training'
const FIRST_SERIAL = 'ZQF/77120'
const PERSON = new PersonalData(['Zerafina', 'Quillfeather', 'RZQF99817', 'zqf77120', 'ZQF/77120'])
const HEADER = 'full_name,registration_number,event_title,achievement,serial,email'
const FILE = `${HEADER}\nZerafina Quillfeather,RZQF99817,${EVENT},Passed,${FIRST_SERIAL},zerafina@quillfeather.example\nOther Person,R1,${EVENT},Passed,,\n`

let postgres: OwnPostgres
let folder: string

beforeAll(async () => {
  postgres = await OwnPostgres.start()
  folder = await mkdtemp(join(tmpdir(), 'erasure-test-'))
  setEnv(
    parseEnv({
      ...process.env,
      ...{ BASE_URL: 'https://verify.test', DATABASE_URL: postgres.url, DATA_DIR: folder },
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'no-reply@verify.test',
    }),
  )
})
beforeEach(() => setRateCounter(new MemoryRateCounter()))
afterAll(async () => {
  await closeDatabase()
  await postgres.remove()
  await rm(folder, { recursive: true, force: true })
})

const order = { reason: 'Asked by the holder.', actor: 'operator' }

function ask(handler: RouteHandler, params: Record<string, string>): Promise<Response> {
  const request = new Request('https://verify.test/api/x')
  return handler(withPeerAddress(request, newAddress()), { params: Promise.resolve(params) })
}

const issueFile = async (issuerId: string, allowRepeats = false) =>
  issueFromFile(
    issuerId,
    Buffer.from(FILE),
    { dryRun: false, skipBad: true, allowRepeats, guessableSerials: true, actor: 'test' },
    async (result) => {
      const certificates = []
      for await (const row of result.certificates()) certificates.push(row)
      const errors = []
      for await (const row of result.errors()) errors.push(row)
      return { issued: result.issued, certificates, errors }
    },
  )

describe('erasing a person', () => {
  it(
    'leaves nothing of them in any table, file, log or dump, and every door answers as for an unknown one',
    { timeout: LONG },
    async () => {
      const issuer = await mintIssuer()
      await setBadgeImage(issuer.slug, EVENT, examplePng(64, 64))
      await setBadgeImage(issuer.slug, EVENT, EXAMPLE_SVG)
      const { certificates } = await issueFile(issuer.id)
      // From here on every change stands in the public log too, with salts that open it.
      await fillLog()
      const other = certificates[1]?.serial ?? ''
      const { member } = await mintPerson(issuer, 'owner')
      const told = { url: 'https://hooks.example/', kinds: ['certificate.corrected', 'report.received'] }
      const { id: webhook } = await createOwnWebhook(member, told)
      await transaction((tx) => changeWebhook(tx, webhook, { state: 'active' }))
      const { certificate: current } = await correctCertificate(
        FIRST_SERIAL,
        { fullName: 'Zerafina J. Quillfeather' },
        { reason: 'Zerafina asked for the initial.', actor: 'operator' },
      )
      const withdrawn = await issueOne(issuer, { fullName: 'Zerafina Quillfeather', registrationNumber: 'RZQF99817' })
      await withdrawCertificate(withdrawn, {
        ...{ reason: 'told by Quillfeather', publicReason: 'Zerafina did not attend.', actor: 'operator' },
      })
      expect((await ask(pdfGet, { ref: current.id })).status).toBe(200)
      expect((await ask(jpegGet, { ref: current.id })).status).toBe(200)
      const png = Buffer.from(await (await askBadge(current.id, 'png')).arrayBuffer())
      expect((await askBadge(current.id, 'svg')).status).toBe(200)
      const receipt = await giveReceipt(current.serial, 'for Quillfeather')
      const { handle } = await createPassportByOperator([current.serial])
      await queueMail(issuer.id, current.id)
      for (const n of [1, 2, 3])
        await sendReport({
          kind: 'mistake',
          serial: current.serial,
          message: `${n}: Quillfeather is misspelled`,
          email: '',
        })
      const staged = await previewIssueFile(member, {
        ...{ fileName: 'q.csv', file: Buffer.from(FILE), choices: { allowRepeats: true, guessableSerials: true } },
      })
      expect(await findIssueRun(member, staged)).toMatchObject({ fileName: 'q.csv' })
      expect(await lookUpOwn(member, [FIRST_SERIAL])).toMatchObject([{ found: expect.anything() as unknown }])
      // Opened twice: once long ago, and once so lately that the log has it only after the erasure.
      await readOwnCertificate(member, FIRST_SERIAL)
      await writeNotedReadings()
      await readOwnCertificate(member, FIRST_SERIAL)
      const { artifacts } = await getManifest(current.serial)
      const list = await listOf(current.serial)
      const { status: was } = await bitsOf(list)
      await postgres.admin('ANALYZE')

      const adminUrl = postgres.adminUrl
      const before = await PERSON.inDatabase(adminUrl)
      expect([...before]).toEqual(
        expect.arrayContaining([
          'certificates',
          'signed_forms',
          'certificate_words',
          'pg_catalog.pg_stats',
          'receipts',
          'desk_activities',
          'reports',
          'webhook_deliveries',
        ]),
      )
      const noted =
        "SELECT 1 FROM pg_stats WHERE tablename = 'reports' AND histogram_bounds::text LIKE '%Quillfeather%'"
      expect(await postgres.admin(noted)).toHaveLength(1)
      expect((await PERSON.inFolder(join(folder, 'files'))).size).toBeGreaterThanOrEqual(5)
      await postgres.admin('CHECKPOINT')
      expect((await PERSON.inFolder(await dataFolder(), ['pg_wal'])).size).toBeGreaterThan(0)

      const salts = await saltsOf([FIRST_SERIAL, withdrawn])
      expect(salts).toHaveLength(5)
      const log = await eraseByCommand(current.serial)
      expect(JSON.parse(log.out)).toEqual({
        erased: { lineage_id: expect.any(String) as unknown, certificates: 2, other_mail: 0 },
      })
      expect(await findIssueRun(member, staged)).toBeNull()
      expect(PERSON.isIn(Buffer.from(log.err))).toBe(false)
      expect(await eraseCertificate(withdrawn, order)).toMatchObject({ certificates: 1 })
      await writeNotedReadings()
      const opened = await postgres.admin("SELECT subject FROM desk_activities WHERE action = 'certificate.opened'")
      expect(opened).toEqual([{ subject: null }])

      expect([...(await PERSON.inDatabase(adminUrl))]).toEqual([])
      expect([...(await PERSON.inFolder(folder))]).toEqual([])
      expect(await saltsOf([FIRST_SERIAL, withdrawn])).toEqual([])
      await postgres.admin('VACUUM FULL')
      await postgres.admin('CHECKPOINT')
      expect([...(await PERSON.inFolder(await dataFolder(), ['pg_wal']))]).toEqual([])
      expect(await filesWith(salts, folder)).toEqual([])
      expect(await filesWith(salts, await dataFolder())).toEqual([])

      const [unknown, unknownId] = ['ZZQ/00001', randomUUID()]
      for (const [serial, id] of [
        [FIRST_SERIAL, null],
        [current.serial, current.id],
        [withdrawn, null],
      ] as const) {
        expect(await bodyOf(askApi(serial))).toEqual(await bodyOf(askApi(unknown)))
        expect((await askPage(serial)).status).toBe(404)
        for (const handler of [pdfGet, jpegGet, manifestGet, signedGet, refreshGet])
          for (const [ref, other] of [[serial, unknown] as const, ...(id === null ? [] : [[id, unknownId] as const])])
            expect(await bodyOf(ask(handler, { ref }))).toEqual(await bodyOf(ask(handler, { ref: other })))
        expect(await bodyOf(askBadge(serial))).toEqual(await bodyOf(askBadge(unknown)))
      }
      for (const { sha256 } of artifacts)
        expect(await bodyOf(ask(artifactsGet, { fingerprint: sha256 }))).toEqual(
          await bodyOf(ask(artifactsGet, { fingerprint: 'ab'.repeat(32) })),
        )
      expect((await ask(receiptsGet, { id: receipt?.claims.jti ?? '' })).status).toBe(404)
      expect((await lookUpCertificates(issuer.id, [FIRST_SERIAL, current.serial])).map(({ found }) => found)).toEqual([
        null,
        null,
      ])
      expect(await getPassport(handle)).toBeNull()
      const validation = await validateOpenBadge(png)
      expect(validation.checks.find(({ id }) => id === 'record')?.errors).toMatchObject([{ code: 'record_unknown' }])

      // A copy in a wallet is revoked; everybody else's is as it was.
      const { status: is } = await bitsOf(list)
      expect(is).toBeGreaterThan(was)
      expect((await checkCertificate(other))?.judgement.overallStatus).toBe('verified')
      expect((await ask(pdfGet, { ref: other })).status).toBe(200)
      expect((await examineJournal({ whole: true })).map(({ result }) => result)).toEqual(['good'])
      expect((await examineErasures()).map(({ result }) => result)).toEqual(['good'])

      // The same file again brings nobody back, and the serial is never given out again.
      const again = await issueFile(issuer.id)
      expect(again).toMatchObject({ issued: 0, errors: [{ line: 2, error: 'serial is not available' }] })
      await expect(issueCertificates(issuer.id, [exampleRow({ serial: 'zqf/7712O' })], 'test')).rejects.toMatchObject({
        code: 'malformed',
      })
      expect(await eraseCertificate(FIRST_SERIAL, order)).toMatchObject({ certificates: 2 })
      await expect(eraseCertificate(unknown, order)).rejects.toMatchObject({ code: 'not_found' })
    },
  )

  it('two orders at once are both carried out', async () => {
    const serial = await issueOne(await mintIssuer())
    const [one, other] = await Promise.all([eraseCertificate(serial, order), eraseCertificate(serial, order)])
    expect(one).toMatchObject({ lineageId: other.lineageId, certificates: 1 })
  })

  it('a row without a serial of its own is not issued again either, unless that is asked for', async () => {
    const issuer = await mintIssuer()
    const file = `full_name,event_title,achievement\nSolo Erasable,${EVENT},Passed\n`
    const issue = (allowRepeats: boolean, text = file) =>
      issueFromFile(
        issuer.id,
        Buffer.from(text),
        { dryRun: false, skipBad: true, allowRepeats, guessableSerials: false, actor: 'test' },
        async (result) => {
          const errors = []
          for await (const { error } of result.errors()) errors.push(error)
          const serials = []
          for await (const { serial } of result.certificates()) serials.push(serial)
          return { errors, serials }
        },
      )
    const { serials } = await issue(false)
    await eraseCertificate(serials[0] ?? '', order)
    expect((await issue(false)).errors).toEqual(['already issued, and erased since'])
    expect((await issue(false, `${file}\n`)).errors).toEqual(['already issued, and erased since'])
    expect((await issue(true)).serials).toHaveLength(1)
  })

  it(
    'a restored backup is 503 until it is replayed, and the person is gone again then',
    { timeout: LONG },
    async () => {
      const issuer = await mintIssuer()
      const serial = await issueOne(issuer, { fullName: 'Quillfeather Restored' })
      await correctCertificate(serial, { fullName: 'Quillfeather Corrected' }, { reason: 'n', actor: 'test' })
      const url = env().DATABASE_URL ?? ''
      const name = new URL(url).pathname.slice(1)
      await closeDatabase()
      await postgres.admin('CREATE DATABASE backup_of_it TEMPLATE ' + name + ` OWNER ${new URL(url).username}`)
      await correctCertificate(
        (await currentSerial(serial)) ?? '',
        { fullName: 'Quillfeather Twice' },
        { reason: 'n', actor: 'test' },
      )
      await eraseCertificate(serial, order)
      await closeDatabase()
      const restored = new URL(url)
      restored.pathname = '/backup_of_it'
      setEnv({ ...env(), DATABASE_URL: restored.href })
      const admin = new URL(postgres.adminUrl)
      admin.pathname = '/backup_of_it'
      try {
        expect((await askApi(serial)).status).toBe(503)
        expect((await ask(pdfGet, { ref: serial })).status).toBe(503)
        expect([...(await PERSON.inDatabase(admin.href))]).toContain('certificates')
        expect(await replayJournal()).toMatchObject({ refused: [] })
        expect((await askApi(serial)).status).toBe(404)
        expect([...(await PERSON.inDatabase(admin.href))]).toEqual([])
        expect((await examineJournal({ whole: true })).map(({ result }) => result)).toEqual(['good'])
      } finally {
        await closeDatabase()
        setEnv({ ...env(), DATABASE_URL: url })
      }
    },
  )

  it('broken off between database and files, is completed by the next run', async () => {
    const serial = await issueOne(await mintIssuer(), { fullName: 'Quillfeather Interrupted' })
    const { artifacts } = await getManifest(serial)
    const file = join(folder, 'files', filePath(artifacts.find(({ type }) => type === 'pdf')?.sha256 ?? ''))
    await rm(file)
    await mkdir(join(file, 'in the way'), { recursive: true })
    await expect(eraseCertificate(serial, order)).rejects.toMatchObject({ code: 'unavailable' })
    expect((await askApi(serial)).status).toBe(404)
    expect((await examineErasures()).map(({ result }) => result)).toEqual(['bad'])
    await rm(file, { recursive: true })
    await writeFile(file, 'as it was')
    expect(await eraseCertificate(serial, order)).toMatchObject({ certificates: 1 })
    expect((await examineErasures()).map(({ result }) => result)).toEqual(['good'])
    expect(await finishErasures()).toBe(0)
  })

  it.each(['Asked by Zoltan himself.', 'quillfeather-zoltan asked', 'Number r-555-ZQ', 'about zoltan@example.org'])(
    'refuses a reason that names the person: %s',
    async (reason) => {
      const row = {
        fullName: 'Zoltan Quillfeather-Zoltan',
        registrationNumber: 'R-555-ZQ',
        email: 'zoltan@example.org',
      }
      const serial = await issueOne(await mintIssuer(), row)
      await expect(eraseCertificate(serial, { ...order, reason })).rejects.toMatchObject({ code: 'malformed' })
      expect((await askApi(serial)).status).toBe(200)
    },
  )

  it('every table that rows are taken out of gives them up', async () => {
    const sources = await Promise.all(
      [
        'lib/store/erasure/erase-rows.ts',
        'lib/store/records/report-keeping.ts',
        'lib/store/records/passport-changes.ts',
        'lib/store/mail/mail-messages.ts',
        'lib/store/desk/issue-runs.ts',
        'lib/store/watch/watches.ts',
        'lib/store/watch/watchers.ts',
        'lib/store/records/batch-notes.ts',
      ].map((path) => readFile(join(import.meta.dirname, '../../..', path), 'utf8')),
    )
    const changed = [...sources.join('\n').matchAll(/(?:DELETE FROM|UPDATE) ([a-z_]+) /g)].map(([, table]) => table)
    const vacuumed = await readFile(join(import.meta.dirname, '../../store/erasure/vacuum-erased.ts'), 'utf8')
    expect(new Set(changed).size).toBeGreaterThan(8)
    for (const table of [...changed, ...EMPTIED]) expect(vacuumed).toContain(`'${table}'`)
  })

  it('every table that speaks of a certificate is one that an erasure knows', async () => {
    const { rows } = await workingPool().query<{ table: string }>(
      `SELECT conrelid::regclass::text AS table FROM pg_constraint
       WHERE contype = 'f' AND confrelid IN ('certificates'::regclass, 'receipts'::regclass) ORDER BY 1`,
    )
    expect(rows.map(({ table }) => table)).toEqual([
      'artifacts',
      'certificate_checks',
      'import_rows',
      'mail_messages',
      'receipts',
      'reports',
      'signed_forms',
      'webhook_deliveries',
      'withdrawal_approvals',
    ])
  })
})

async function bodyOf(answer: Promise<Response>): Promise<unknown> {
  const response = await answer
  return { status: response.status, body: await response.text(), type: response.headers.get('content-type') }
}

async function currentSerial(serial: string): Promise<string | null> {
  const checked = await checkCertificate(serial)
  const certificate = checked?.replacement?.certificate ?? checked?.judgement.certificate
  return certificate?.kind === 'genuine' ? certificate.content.serial : null
}

async function listOf(serial: string): Promise<string> {
  const { rows } = await workingPool().query<{ id: string }>(
    'SELECT status_list_id AS id FROM certificates WHERE serial = $1',
    [serial],
  )
  return rows[0]?.id ?? ''
}

/** How many bits of a list are set, as served. */
async function bitsOf(list: string): Promise<{ status: number }> {
  expect(await getStatusList(list)).toMatchObject({})
  const { rows } = await workingPool().query<{ n: number }>(
    'SELECT count(*)::int AS n FROM status_changes WHERE list_id = $1',
    [list],
  )
  return { status: rows[0]?.n ?? 0 }
}

async function dataFolder(): Promise<string> {
  const [row] = await postgres.admin<{ data_directory: string }>('SHOW data_directory')
  return row?.data_directory ?? ''
}

async function queueMail(issuerId: string, certificateId: string): Promise<void> {
  const { enqueueMail } = await import('../mail/enqueue-mail')
  const mail = {
    kind: 'certificate' as const,
    to: 'zerafina@quillfeather.example',
    issuerId,
    certificateId,
    about: certificateId,
  }
  await transaction((tx) => enqueueMail(tx, mail))
}

/** The real command in a process of its own, telling everything that it ever tells. */
async function eraseByCommand(serial: string): Promise<{ out: string; err: string }> {
  const { DATABASE_URL = '', KEY_ENCRYPTION_KEY = '', DATA_DIR } = env()
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, '../../../cli/certs.mjs'), 'erase', serial, '--reason', order.reason, '--yes', '--json'],
    {
      env: {
        NODE_ENV: 'production',
        PATH: process.env.PATH,
        LOG_LEVEL: 'trace',
        BASE_URL: 'https://verify.test',
        DATABASE_URL,
        KEY_ENCRYPTION_KEY,
        DATA_DIR,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  let [out, err] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()))
  await once(child, 'close')
  return { out, err }
}

/** What the leaves of the lineages of these serials are opened with; of an erased one nothing. */
async function saltsOf(serials: string[]): Promise<Buffer[]> {
  lineages ??= await postgres.admin<{ id: string }>(
    `SELECT lineage_id AS id FROM certificates WHERE serial IN (${serials.map((serial) => `'${serial}'`).join()})`,
  )
  const rows = await postgres.admin<{ salt: Buffer }>(
    `SELECT salt FROM log_leaves WHERE salt IS NOT NULL AND subject IN (${lineages.map(({ id }) => `'${id}'`).join()})`,
  )
  return rows.map(({ salt }) => salt)
}

let lineages: { id: string }[] | undefined

/** Files below a folder that hold one of these bytes, but for what PostgreSQL writes again and again. */
async function filesWith(secrets: Buffer[], below: string): Promise<string[]> {
  const entries = await readdir(below, { recursive: true, withFileTypes: true })
  const names = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const found: string[] = []
  for (const name of names.filter((one) => !one.includes('pg_wal'))) {
    const bytes = await readFile(name).catch(() => Buffer.alloc(0))
    const isIn = secrets.some((secret) => bytes.includes(secret) || bytes.includes(secret.toString('hex')))
    if (isIn) found.push(name)
  }
  return found
}
