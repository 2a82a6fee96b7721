import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sha256Hex } from '@/lib/crypto/encoding/sha256'
import { confirmationWord } from '@/lib/domain/certificate/confirmation-word'
import { env, parseEnv, setEnv } from '@/lib/env'
import { withdrawCertificate } from '@/lib/service/change/withdraw-certificate'
import { eraseSignatures } from '@/lib/service/designs/erase-signature'
import { examineJournal } from '@/lib/service/journal/examine-journal'
import { sendMailOnce } from '@/lib/service/mail/operate-mail'
import { createPassportByOperator } from '@/lib/service/passport/create-passport-by-operator'
import { deletePassport } from '@/lib/service/passport/delete-passport'
import { sendReport } from '@/lib/service/reports/send-report'
import { queueWatchNotices } from '@/lib/service/watch/queue-watch-notices'
import { closeDatabase, transaction, workingPool } from '@/lib/store/database/database'
import { withOwnConnection } from '@/lib/store/database/own-connection'
import { prisma } from '@/lib/store/database/prisma'
import { notePictures } from '@/lib/store/designs/designs'
import { fileStore } from '@/lib/store/files/file-store'
import { compareJournal } from '@/lib/store/journal/compare-journal'
import { compareAgain } from '@/lib/store/journal/journal-watch'
import { journalFiles } from '@/lib/store/journal/open-journal'
import { emptyOldReports } from '@/lib/store/records/report-keeping'
import { certs } from '@/test/certs-json'
import { createTestDatabase, type TestDatabase } from '@/test/database/database'
import { addRow } from '@/test/database/sealed-rows'
import { issueOne, mintIssuer } from '@/test/database/service-database'
import { useSink } from '@/test/desk/mail-scene'
import type { SmtpSink } from '@/test/network/smtp-sink'
import { changeList, listLink, receive, stopSecret, unsubscribeByProgram, watch } from '@/test/watch/watch-scene'

const SIGNATURE = Buffer.from('a picture of a signature')
const STAYS = Buffer.from('another picture of a signature')
const [hash, staying] = [sha256Hex(SIGNATURE), sha256Hex(STAYS)]
const [ANA, BEA, EVE] = ['ana@employer.example', 'bea@employer.example', 'eve@issuer.example']

let folder: string
let database: TestDatabase
let target: TestDatabase
let sink: SmtpSink
let backup: string
let issuerId: string
const serials: Record<'first' | 'second', string> = { first: '', second: '' }

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'restore-forgotten-'))
  ;[database, target] = [await createTestDatabase(), await createTestDatabase({ migrated: false })]
  use(database.serviceUrl, 'service')
  sink = await useSink()
  const issuer = await mintIssuer()
  issuerId = issuer.id
  serials.first = await issueOne(issuer)
  serials.second = await issueOne(issuer)
  const told = await issueOne(issuer)
  await watch(sink, [serials.first, told], ANA)
  await watch(sink, [serials.first, serials.second, told], BEA)
  await withdrawCertificate(told, { reason: 'r', publicReason: null, actor: 'test' })
  await queueWatchNotices()
  const [one, other] = await receive(sink)
  const notices = { [String(one?.to)]: one, [String(other?.to)]: other }
  await sendReport(
    { serial: serials.first, message: 'Mr Roe told me.', email: 'mr.roe@employer.example', kind: 'forgery' },
    null,
  )
  const userId = randomUUID()
  await addRow('desk_users', { id: userId, name: 'Eve', email: EVE })
  await addRow('desk_members', { userId, issuerId, role: 'editor', createdAt: new Date(), changedAt: new Date() })
  for (const bytes of [SIGNATURE, STAYS]) await fileStore().put(sha256Hex(bytes), bytes)
  const pictures = [SIGNATURE, STAYS].map((bytes) => ({ sha256: sha256Hex(bytes), size: bytes.length }))
  await transaction((tx) => notePictures(tx, issuerId, pictures))
  const { manageUrl, handle } = await createPassportByOperator([serials.first])
  await createPassportByOperator([serials.first])
  await certs('user', 'invite', issuer.slug, '--email', 'fay@issuer.example')
  backup = join(folder, 'backup')
  expect((await certs('backup', backup)).code).toBe(0)

  // Visitors end their watches at a process that may not write the journal.
  await asPublic(async () => {
    expect((await unsubscribeByProgram(stopSecret(notices[ANA]))).status).toBe(200)
    expect(await deletePassport(manageUrl, confirmationWord(handle))).toBe('deleted')
  })
  use(database.url, 'service')
  const { lineageId } = await prisma().certificate.findFirstOrThrow({ where: { serial: serials.first } })
  expect(
    (
      await changeList(listLink(notices[BEA]), [
        ['action', 'end'],
        ['certificate', lineageId],
      ])
    ).status,
  ).toBe(200)
  await workingPool().query("UPDATE reports SET closed_by = 'operator', closed_at = now() - interval '91 days'")
  await emptyOldReports({ afterClosing: 90, atMost: 365 })
  await prisma().deskMember.deleteMany()
  for (const one of [EVE, 'fay@issuer.example']) expect((await certs('user', 'erase', '--email', one)).code).toBe(0)
  use(database.url, 'service')
  await eraseSignatures(issuerId, [hash, staying], () => Promise.resolve())
  // Sent again since: nobody erased this one.
  await fileStore().put(staying, STAYS)
  await transaction((tx) => notePictures(tx, issuerId, [{ sha256: staying, size: STAYS.length }]))
  await compareAgain()
  expect((await examineJournal({ whole: true })).filter(({ result }) => result === 'bad')).toEqual([])
  await closeDatabase()
  await asPublic(async () => {
    const compare = (db: pg.Client) => compareJournal(db, journalFiles(), { whole: true, writes: false })
    expect((await withOwnConnection(compare)).missing).toEqual([])
  })
})

afterAll(async () => {
  await sink.close()
  await closeDatabase()
  for (const one of [database, target]) await one.drop()
  await rm(folder, { recursive: true, force: true })
})

it('what was forgotten since a backup is not brought back by it, where the journal is newer', async () => {
  use(target.url, 'restored')
  const { out } = await certs('restore', backup)
  expect(JSON.stringify(out)).not.toContain(EVE)
  use(target.url, 'restored')
  const { rows } = await workingPool().query<Record<string, number>>(`SELECT
    (SELECT count(*)::int FROM watchers) AS watchers, (SELECT count(*)::int FROM watches) AS watches,
    (SELECT count(*)::int FROM reports WHERE coalesce(serial, serial_key, message, email, note) IS NOT NULL) AS reports,
    (SELECT count(*)::int FROM desk_users) AS people, (SELECT count(*)::int FROM desk_members) AS members,
    (SELECT count(*)::int FROM desk_invitations) AS invitations, (SELECT count(*)::int FROM passports) AS passports,
    (SELECT count(*)::int FROM design_pictures WHERE erased_at IS NULL) AS pictures`)
  expect(rows).toEqual([
    { watchers: 1, watches: 1, reports: 0, people: 0, members: 0, invitations: 0, passports: 1, pictures: 0 },
  ])
  expect([await fileStore().get(hash), await fileStore().get(staying)]).toEqual([null, null])
  for (const serial of [serials.first, serials.second])
    await withdrawCertificate(serial, { reason: 'r', publicReason: null, actor: 'test' })
  await queueWatchNotices()
  const before = sink.mails.length
  await sendMailOnce(new AbortController().signal)
  const mails = sink.mails.slice(before)
  expect(mails.map(({ to }) => to)).toEqual([[BEA]])
  expect(mails[0]?.text).toContain(serials.second)
  expect(mails[0]?.text).not.toContain(serials.first)
})

/** Works as a process that serves the public alone. */
async function asPublic(work: () => Promise<void>): Promise<void> {
  await closeDatabase()
  use(database.serviceUrl.replace('//certs_service:', '//certs_public:'), 'service')
  setEnv({ ...env(), ROLES: ['public'] })
  await work()
  await closeDatabase()
}

/** Points the service at a database and a folder; the journal outlives both. */
function use(url: string, data: string): void {
  const places = { DATABASE_URL: url, DATA_DIR: join(folder, data), JOURNAL_DIR: join(folder, 'journal') }
  const mail = {
    SMTP_URL: sink?.url ?? 'smtp://127.0.0.1:1',
    MAIL_FROM: 'no-reply@verify.test',
    MAIL_PER_MINUTE: '1000',
  }
  setEnv(parseEnv({ ...process.env, BASE_URL: 'https://verify.test', ...places, ...mail }))
}
