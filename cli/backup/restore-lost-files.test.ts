import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parseEnv, setEnv } from '@/lib/env'
import { correctCertificate } from '@/lib/service/change/correct-certificate'
import { checkCertificate } from '@/lib/service/check/check-certificate'
import { getCertificatePdf } from '@/lib/service/files/get-certificate-file'
import { closeDatabase } from '@/lib/store/database/database'
import { findFingerprints } from '@/lib/store/evidence/find-artifacts'
import { certs } from '@/test/certs-json'
import { createTestDatabase, type TestDatabase } from '@/test/database/database'
import { issueOne, mintIssuer } from '@/test/database/service-database'
import { SealCertificates } from '@/test/documents/seal-certificates'

// A seal whose signature is another one each time: the file that is made anew has other bytes.
const seals = new SealCertificates()
const { certificate: PDF_SEAL_CERTIFICATE, key: PDF_SEAL_KEY } = seals.make('p256')

let folder: string
let databases: TestDatabase[]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'restore-lost-files-'))
  databases = [await createTestDatabase(), await createTestDatabase({ migrated: false })]
})

afterAll(async () => {
  await closeDatabase()
  for (const one of databases) await one.drop()
  for (const one of [folder, seals.folder]) await rm(one, { recursive: true, force: true })
})

it('the file of a correction that a restore brought back is named as lost, and is made anew', async () => {
  const [before, after] = databases as [TestDatabase, TestDatabase]
  use(before.serviceUrl, 'service')
  const serial = await issueOne(await mintIssuer())
  const backup = join(folder, 'backup')
  expect((await certs('backup', backup)).code).toBe(0)
  use(before.serviceUrl, 'service')
  const correction = await correctCertificate(serial, { fullName: 'B' }, { reason: 'r', actor: 'test' })
  const corrected = correction.certificate.serial
  const handedOut = (await getCertificatePdf(corrected)).sha256
  await closeDatabase()

  use(after.url, 'restored')
  const restored = await certs('restore', backup)
  expect(restored).toMatchObject({ code: 1, out: { replay: { applied: 2, refused: [], uncompared: [] } } })
  expect(bad(restored.out)).toEqual([expect.stringContaining('certs files build --lost')])
  const verdict = async () => {
    use(after.url, 'restored')
    return (await checkCertificate(corrected))?.judgement.overallStatus
  }
  expect(await verdict()).toBe('verified')
  await expect(getCertificatePdf(corrected)).rejects.toMatchObject({ status: 503 })
  expect(await certs('files', 'build')).toMatchObject({ code: 1, out: { built: 0, lost: [corrected] } })
  expect(await certs('files', 'build', '--lost')).toMatchObject({ code: 0, out: { built: 1, lost: [], refused: [] } })

  expect(await verdict()).toBe('verified')
  const anew = (await getCertificatePdf(corrected)).sha256
  expect(anew).not.toBe(handedOut)
  expect((await findFingerprints([handedOut])).map(({ certificateId }) => certificateId)).toEqual([
    correction.certificate.id,
  ])
  expect(bad((await certs('doctor')).out)).toEqual([])
  expect((await certs('backup', join(folder, 'later'))).code).toBe(0)
})

const bad = (out: Record<string, unknown>) =>
  (out.findings as { result: string; message: string }[])
    .filter(({ result }) => result === 'bad')
    .map(({ message }) => message)

/** Points the service at a database and a folder; the journal outlives both. */
function use(url: string, data: string): void {
  const places = { DATABASE_URL: url, DATA_DIR: join(folder, data), JOURNAL_DIR: join(folder, 'journal') }
  setEnv(parseEnv({ ...process.env, BASE_URL: 'https://verify.test', ...places, PDF_SEAL_CERTIFICATE, PDF_SEAL_KEY }))
}
