import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parseEnv, setEnv } from '@/lib/env'
import { correctCertificate } from '@/lib/service/change/correct-certificate'
import { withdrawCertificate } from '@/lib/service/change/withdraw-certificate'
import { checkCertificate } from '@/lib/service/check/check-certificate'
import { rotateIssuerKeys } from '@/lib/service/keys/rotate-issuer-keys'
import { rotateServiceKey } from '@/lib/service/keys/rotate-service-key'
import { fillLog } from '@/lib/service/log/fill-log'
import { rotateLogKey } from '@/lib/service/log/keys/rotate-log-key'
import { proveCertificate } from '@/lib/service/log/prove-certificate'
import { closeDatabase } from '@/lib/store/database/database'
import { forgetLog } from '@/lib/store/log/complete-log'
import { certs } from '@/test/certs-json'
import { createTestDatabase, type TestDatabase } from '@/test/database/database'
import { issueOne, mintIssuer } from '@/test/database/service-database'

let folder: string
let databases: TestDatabase[]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'restore-goes-on-'))
  databases = [await createTestDatabase(), await createTestDatabase({ migrated: false })]
})

afterAll(async () => {
  await closeDatabase()
  forgetLog()
  for (const one of databases) await one.drop()
  await rm(folder, { recursive: true, force: true })
})

it('after a restore with journal and log, keys that were rotated since are there, changes are proved, and issuing goes on', async () => {
  const [before, after] = databases as [TestDatabase, TestDatabase]
  use(before.serviceUrl, 'service')
  const issuer = await mintIssuer()
  const [withdrawn, corrected] = [await issueOne(issuer), await issueOne(issuer)]
  await fillLog()
  expect((await certs('backup', join(folder, 'backup'))).code).toBe(0)
  use(before.serviceUrl, 'service')
  await rotateIssuerKeys(issuer.slug, 'test')
  await rotateServiceKey()
  await rotateLogKey()
  const why = { reason: 'r', actor: 'test' }
  await withdrawCertificate(withdrawn, { ...why, publicReason: null })
  const correction = (await correctCertificate(corrected, { fullName: 'B' }, why)).certificate.serial
  await closeDatabase()

  await cp(join(folder, 'service/log'), join(folder, 'restored/log'), { recursive: true })
  use(after.url, 'restored')
  await certs('restore', join(folder, 'backup'))
  use(after.url, 'restored')
  expect(await certs('log', 'resume', '--checkpoint', join(folder, 'restored/log/checkpoint'))).toMatchObject({
    code: 0,
  })
  use(after.url, 'restored')
  const told = async (serial: string) => [
    (await checkCertificate(serial))?.judgement.overallStatus,
    (await proveCertificate(serial))?.length,
  ]
  expect(await told(withdrawn)).toEqual(['withdrawn', 2])
  expect(await told(corrected)).toEqual(['superseded', 2])
  expect(await told(correction)).toEqual(['verified', 1])
  // The correction has an entry of the status list that the restored list knows nothing of.
  for (let count = 0; count < 2; count++) expect(await told(await issueOne(issuer))).toEqual(['verified', 1])
})

/** Points the service at a database and a folder, as a process that starts; the journal outlives both. */
function use(url: string, data: string): void {
  forgetLog()
  const places = { DATABASE_URL: url, DATA_DIR: join(folder, data), JOURNAL_DIR: join(folder, 'journal') }
  setEnv(parseEnv({ ...process.env, BASE_URL: 'https://verify.test', ...places }))
}
