import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { GET } from '@/app/api/health/ready/route'
import { env, setEnv } from '@/lib/env'
import { withPeerAddress } from '@/lib/http/request-context'
import { getIssuer } from '@/lib/service/issuers/get-issuer'
import { setIssuerStanding } from '@/lib/service/issuers/set-issuer-standing'
import { fillWholeJournal } from '@/lib/service/journal/fill-whole-journal'
import { replayJournal } from '@/lib/service/journal/replay-journal'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { withoutGuards } from '@/test/database/without-guards'
import { newAddress } from '@/test/verify-requests'
import { compromiseIssuerKey } from './compromise-issuer-key'
import { isUnderAnotherKey } from './is-under-another-key'
import { rotateIssuerKeys } from './rotate-issuer-keys'

const database = useServiceDatabase()

const suspend = (slug: string) => setIssuerStanding(slug, 'suspended', 'test')
const rotate = (slug: string) => rotateIssuerKeys(slug, 'test')
const compromise = (slug: string) => compromiseIssuerKey(slug, 'key', Date.now(), 'test')

async function ready(): Promise<{ status: number; error?: string }> {
  const response = await GET(withPeerAddress(new Request('https://verify.test/api/health/ready'), newAddress()))
  return { ...((await response.json()) as { error?: string }), status: response.status }
}

it('tells another key encryption key from rows that somebody else wrote', async () => {
  expect(await isUnderAnotherKey()).toBe(false)
  const issuer = await mintIssuer()
  await issueOne(issuer)
  expect(await isUnderAnotherKey()).toBe(false)
  const right = env()
  setEnv({ ...right, KEY_ENCRYPTION_KEY: randomBytes(32).toString('base64') })
  expect(await isUnderAnotherKey()).toBe(true)
  // Whoever shares requests out sends none to a process that can answer no check.
  const { status, error } = await ready()
  expect([status, error]).toEqual([503, expect.stringContaining('under the key of this process')])
  // Copies of keys in the journal would be written over by such as the right key cannot open.
  for (const command of [fillWholeJournal, replayJournal])
    await expect(command()).rejects.toMatchObject({
      message: expect.stringContaining('Is it the right one?') as string,
    })
  // Nobody is told that the issuer is not there.
  for (const command of [getIssuer, suspend, rotate, compromise])
    await expect(command(issuer.slug)).rejects.toMatchObject({
      message: expect.stringContaining('Is it the right one?') as string,
    })
  setEnv(right)
  expect((await ready()).status).toBe(200)
  await expect(getIssuer('nobody')).rejects.toMatchObject({ code: 'not_found' })
  await fillWholeJournal()
  await withoutGuards(database.adminUrl, 'service_keys', "UPDATE service_keys SET mac = 'x'", [])
  expect(await isUnderAnotherKey()).toBe(false)
})
