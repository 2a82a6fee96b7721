import { randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { env, setEnv } from '@/lib/env'
import { rekey } from '@/lib/service/keys/rekey'
import { workingPool } from '@/lib/store/database/database'
import { requireKeyEncryptionKey } from '@/lib/store/keys/key-encryption-key'
import { mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { withoutGuards } from '@/test/database/without-guards'
import { ownOrigins } from './own-origins'
import { formerBaseUrls, rememberBaseUrl, rememberedBaseUrls, requireRememberedBaseUrl } from './remember-base-url'

const database = useServiceDatabase({}, 'owner')
beforeEach(() => database.asOwner('DELETE FROM service_settings'))

async function startAt(address: string, options?: { mayChange: boolean }): Promise<string | null> {
  setEnv({ ...env(), BASE_URL: address })
  return rememberBaseUrl(options)
}

it('knows every address that the service had, however often it moved', async () => {
  expect(await startAt('http://a.test')).toBeNull()
  expect(ownOrigins()).toEqual(['http://a.test'])
  expect(await startAt('https://a.test')).toBe('http://a.test')
  expect(await startAt('https://b.test')).toBe('https://a.test')
  for (let start = 0; start < 2; start++) {
    expect(ownOrigins()).toEqual(['https://b.test', 'https://a.test', 'http://a.test'])
    expect(await startAt('https://b.test')).toBeNull()
  }
  expect(await startAt('https://a.test')).toBe('https://b.test')
  expect(ownOrigins()).toEqual(['https://a.test', 'https://b.test', 'http://a.test'])
  expect(await rememberedBaseUrls()).toEqual(['https://a.test', 'https://b.test', 'http://a.test'])
})

it('knows the addresses of two processes that start at once under new ones', async () => {
  await startAt('https://a.test')
  await Promise.all([startAt('https://b.test'), startAt('https://c.test')])
  expect((await rememberedBaseUrls()).toSorted()).toEqual(['https://a.test', 'https://b.test', 'https://c.test'])
  await startAt('https://a.test')
  expect(ownOrigins().toSorted()).toEqual(['https://a.test', 'https://b.test', 'https://c.test'])
})

it('is told of the last address by a process that only compares, which changes nothing', async () => {
  await startAt('https://a.test')
  await startAt('https://b.test')
  expect(await startAt('https://c.test', { mayChange: false })).toBe('https://b.test')
  expect(formerBaseUrls()).toEqual(['https://b.test', 'https://a.test'])
  expect(await rememberedBaseUrls()).toEqual(['https://b.test', 'https://a.test'])
})

describe('an address that somebody wrote who holds no key', () => {
  const HERE = 'https://a.test'
  const EVIL = 'https://evil.example'
  const write = (sql: string) => workingPool().query(sql)
  const forge = () => write(`UPDATE service_settings SET value = '${EVIL}' WHERE key = 'base_url'`)

  /** What a command is told in a shell with this address; null where it runs. */
  async function command(address: string): Promise<string | null> {
    setEnv({ ...env(), BASE_URL: address })
    return requireRememberedBaseUrl(false).then(
      () => null,
      (error: unknown) => (error as Error).message,
    )
  }

  it('is named to nobody, and gone once the server was started again', async () => {
    await startAt(HERE)
    await forge()
    const told = await command(HERE)
    expect(told).toContain('has no seal of this service')
    expect(told).not.toContain(EVIL)
    expect(await startAt('https://b.test', { mayChange: false })).toBeNull()
    expect(await startAt(HERE)).toBeNull()
    expect(await command(HERE)).toBeNull()
    expect(await command('https://b.test')).toContain(`Set BASE_URL=${HERE}`)
  })

  it('is not named by the next shell where the setting is taken away', async () => {
    await startAt(HERE)
    await mintIssuer()
    const aside = "UPDATE service_settings SET key = key || '_aside'"
    await expect(write(aside)).rejects.toMatchObject({ code: '23001' })
    await withoutGuards(database.adminUrl, 'service_settings', aside)
    expect(await command(EVIL)).toContain('remembers none')
    expect((await write("SELECT 1 FROM service_settings WHERE key = 'base_url'")).rowCount).toBe(0)
    expect(await command(HERE)).toBeNull()
    expect(await command(EVIL)).toContain(`Set BASE_URL=${HERE}`)
  })

  it('is sealed where it is from before there were seals, and the service is started under it', async () => {
    await startAt(HERE)
    await database.asOwner("DELETE FROM service_settings WHERE key = 'base_url_seal'")
    expect(await command('https://b.test')).not.toContain(HERE)
    expect(await startAt(HERE)).toBeNull()
    expect(await command('https://b.test')).toContain(`Set BASE_URL=${HERE}`)
  })

  it('keeps its seal under another key encryption key', async () => {
    await startAt(HERE)
    const next = randomBytes(32)
    await rekey(requireKeyEncryptionKey(), next)
    setEnv({ ...env(), KEY_ENCRYPTION_KEY: next.toString('base64') })
    expect(await command('https://b.test')).toContain(`Set BASE_URL=${HERE}`)
  })
})
