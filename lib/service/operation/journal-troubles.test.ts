import { appendFile, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { GET } from '@/app/api/health/ready/route'
import { env } from '@/lib/env'
import { withPeerAddress } from '@/lib/http/request-context'
import { withdrawCertificate } from '@/lib/service/change/withdraw-certificate'
import { checkCertificate } from '@/lib/service/check/check-certificate'
import { examineJournal } from '@/lib/service/journal/examine-journal'
import { compareAgain } from '@/lib/store/journal/journal-watch'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { newAddress } from '@/test/verify-requests'

useServiceDatabase()

let serial: string
beforeAll(async () => {
  serial = await issueOne(await mintIssuer())
})

const journal = () => env().JOURNAL_DIR ?? join(env().DATA_DIR, 'journal')
const compare = () => compareAgain().catch(() => undefined)

async function degraded(): Promise<unknown> {
  const response = await GET(withPeerAddress(new Request('https://verify.test/api/health/ready'), newAddress()))
  expect(response.status).toBe(200)
  return ((await response.json()) as { degraded?: string[] }).degraded
}

const saidOf = (one = serial) =>
  checkCertificate(one).then(
    (found) => found?.judgement.overallStatus,
    (error: { code?: string }) => error.code,
  )

describe('a journal', () => {
  const away = () => `${journal()}-away`
  afterEach(async () => {
    await rm(journal(), { recursive: true, force: true })
    await rename(away(), journal())
    await compare()
    expect([await saidOf(), await degraded()]).toEqual(['verified', undefined])
  })

  it('whose folder is not there keeps no check from being answered, and readiness says so', async () => {
    await rename(journal(), away())
    await compare()
    expect([await saidOf(), await degraded()]).toEqual(['verified', ['journal']])
  })

  it('that cannot be read keeps all from it, and readiness says that', async () => {
    await rename(journal(), away())
    await writeFile(journal(), '')
    await compare()
    expect([await saidOf(), await degraded()]).toEqual(['unavailable', ['checks']])
  })
})

it('says that nothing can be withdrawn while the journal takes nothing more, as where its disk is full, and checks go on', async () => {
  const issuer = await mintIssuer()
  const [first, second] = [await issueOne(issuer), await issueOne(issuer)]
  const withdraw = (one: string) => withdrawCertificate(one, { reason: 'r', publicReason: null, actor: 'test' })
  await withdraw(first)
  const sealed = join(journal(), 'sealed')
  await rename(sealed, `${sealed}-away`)
  await writeFile(sealed, '')
  await expect(withdraw(second)).rejects.toMatchObject({ message: expect.stringContaining('The change was made') })
  await compare()
  expect([await saidOf(), await saidOf(second), await degraded()]).toEqual(['verified', 'withdrawn', ['journal']])
  expect(await examineJournal()).toMatchObject([{ result: 'bad', message: expect.stringContaining('cannot be used') }])
  await rm(sealed)
  await rename(`${sealed}-away`, sealed)
  await compare()
  expect([await saidOf(), await saidOf(second), await degraded()]).toEqual(['verified', 'withdrawn', undefined])
})

it('says nothing of a journal that does what it should', async () => {
  expect(await degraded()).toBeUndefined()
})

it('says that no check is answered while a line of the journal is damaged', async () => {
  const [name = ''] = (await readdir(journal())).filter((file) => file.endsWith('.journal'))
  const file = join(journal(), name)
  const before = await readFile(file)
  await appendFile(file, 'spoilt\nand more\n')
  await compare()
  expect([await saidOf(), await degraded()]).toEqual(['unavailable', ['checks']])
  await writeFile(file, before)
  await compare()
  expect([await saidOf(), await degraded()]).toEqual(['verified', undefined])
})
