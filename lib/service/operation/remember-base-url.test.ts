import { beforeEach, expect, it } from 'vitest'
import { env, setEnv } from '@/lib/env'
import { useServiceDatabase } from '@/test/database/service-database'
import { ownOrigins } from './own-origins'
import { formerBaseUrls, rememberBaseUrl, rememberedBaseUrls } from './remember-base-url'

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

it('is told of the last address by a process that only compares, which changes nothing', async () => {
  await startAt('https://a.test')
  await startAt('https://b.test')
  expect(await startAt('https://c.test', { mayChange: false })).toBe('https://b.test')
  expect(formerBaseUrls()).toEqual(['https://b.test', 'https://a.test'])
  expect(await rememberedBaseUrls()).toEqual(['https://b.test', 'https://a.test'])
})
