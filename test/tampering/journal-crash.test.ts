import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseEnv, setEnv } from '@/lib/env'
import { withdrawCertificate } from '@/lib/service/change/withdraw-certificate'
import { checkCertificate } from '@/lib/service/check/check-certificate'
import { examineJournal } from '@/lib/service/journal/examine-journal'
import { closeDatabase } from '@/lib/store/database/database'
import { OwnPostgres } from '@/test/database/own-postgres'
import { mintIssuer } from '@/test/database/service-database'
import { issueWithoutPdf } from '@/test/documents/issue-without-pdf'

let postgres: OwnPostgres
let folder: string

beforeAll(async () => {
  postgres = await OwnPostgres.start()
  folder = await mkdtemp(join(tmpdir(), 'journal-crash-'))
  setEnv(parseEnv({ ...process.env, BASE_URL: 'https://verify.test', DATABASE_URL: postgres.url, DATA_DIR: folder }))
})

afterAll(async () => {
  await closeDatabase()
  await postgres.remove()
  await rm(folder, { recursive: true, force: true })
})

test('20 times withdrawn, and PostgreSQL stopped at once: always withdrawn, and in the journal', async () => {
  const issuer = await mintIssuer()
  for (let turn = 0; turn < 20; turn++) {
    const serial = await issueWithoutPdf(issuer, 'Ana Sample')
    await withdrawCertificate(serial, { reason: 'r', publicReason: null, actor: 'test' })
    await postgres.stop(turn % 2 === 0 ? 'SIGQUIT' : 'SIGKILL')
    await closeDatabase()
    await postgres.start()
    expect((await checkCertificate(serial))?.judgement.overallStatus, `turn ${turn}`).toBe('withdrawn')
  }
  expect(await examineJournal({ whole: true })).toMatchObject([{ result: 'good' }])
})
