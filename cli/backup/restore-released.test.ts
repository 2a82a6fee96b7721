import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parseEnv, setEnv } from '@/lib/env'
import { checkCertificate } from '@/lib/service/check/check-certificate'
import { proveCertificate } from '@/lib/service/log/prove-certificate'
import { closeDatabase } from '@/lib/store/database/database'
import { forgetLog } from '@/lib/store/log/complete-log'
import { certs } from '@/test/certs-json'
import { createTestDatabase, type TestDatabase } from '@/test/database/database'
import { issueOne } from '@/test/database/service-database'

/** What version 0.1.0 left: test/released/README.md says how it was made. */
const RELEASED = join(import.meta.dirname, '../../test/released/0.1.0')
/** What 0.1.0 said of each, and of BHCF… after the backup. */
const STATES = {
  'DNPF-D46W-88DE-134Q': 'verified',
  '8VKE-687P-HR78-K6KZ': 'expired',
  'CG1W-7T3Z-KYZE-J1EN': undefined, // erased
  'ND16-FYTX-XFK6-MR40': 'superseded',
  'BHCF-0YWS-WYVD-4QDP': 'withdrawn', // its correction
  'E201-Z5WG-19J7-0HYQ': 'withdrawn',
  '2CD0-N63Q-VCZH-F3XJ': 'superseded',
  'XMY8-HRN7-Z5FD-247N': 'withdrawn', // its correction
  'XEZZ-T5PG-GBER-XPC2': 'issuer_suspended',
}

const NORTHSHORE = '0ef0c1c1-6a57-47e9-ad31-d79c5051d922'

let folder: string
let database: TestDatabase

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'restore-released-'))
  database = await createTestDatabase({ migrated: false })
  for (const name of ['journal', 'log']) await cp(join(RELEASED, name), join(folder, name), { recursive: true })
})

afterAll(async () => {
  await closeDatabase()
  forgetLog()
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

it('the backup of a released version, with its newest journal and log, says the same under this one, and goes on', async () => {
  expect((await start('restore', join(RELEASED, 'backup'))).out).toMatchObject({ replay: { applied: 2, refused: [] } })
  expect(await start('log', 'resume', '--checkpoint', join(folder, 'log', 'checkpoint'))).toMatchObject({ code: 0 })
  const { findings } = (await start('doctor')).out as { findings: { id: string; result: string }[] }
  expect(findings.filter(({ result }) => result === 'bad').map(({ id }) => id)).toEqual(['files']) // one was kept
  const told = async (serial: string) => (await checkCertificate(serial))?.judgement.overallStatus
  const states = await Promise.all(Object.keys(STATES).map(async (serial) => [serial, await told(serial)]))
  expect(Object.fromEntries(states)).toEqual(STATES)
  expect(await proveCertificate('BHCF-0YWS-WYVD-4QDP')).toHaveLength(2)
  expect(await told(await issueOne({ id: NORTHSHORE }))).toBe('verified')
})

/** Runs a command as a process that starts. */
async function start(...argv: string[]) {
  forgetLog()
  const places = { DATABASE_URL: database.url, DATA_DIR: folder }
  setEnv(parseEnv({ ...process.env, BASE_URL: 'https://certificates.example', ...places }))
  return certs(...argv)
}
