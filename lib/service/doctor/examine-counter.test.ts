import { afterAll, expect, it } from 'vitest'
import { env, parseEnv, setEnv } from '@/lib/env'
import { examineCounter } from './examine-counter'

const before = env()
afterAll(() => setEnv(before))

it('says why Redis does not answer', async () => {
  setEnv(parseEnv({ REDIS_URL: 'redis://:secret-word@127.0.0.1:1' }))
  const [finding] = await examineCounter()
  expect(finding).toMatchObject({ id: 'counter', result: 'bad' })
  expect(finding?.message).toMatch(/^Redis cannot count \(.*ECONNREFUSED.*\): limits are counted in memory/)
  expect(finding?.message).not.toContain('secret-word')
})
