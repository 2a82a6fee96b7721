import { afterEach, expect, it, vi } from 'vitest'
import { env, parseEnv, setEnv } from '@/lib/env'
import { log } from '@/lib/log'
import { callerAddressOf } from './request-context'

const given = env()
afterEach(() => setEnv(given))

it('a proxy that TRUSTED_PROXIES does not name is told of once, and none that it names', () => {
  const warn = vi.spyOn(log, 'warn').mockReturnValue(undefined)
  setEnv(parseEnv({ TRUSTED_PROXIES: '10.0.0.1/32' }))
  expect(callerAddressOf('::ffff:10.0.0.1', '203.0.113.7')).toBe('203.0.113.7')
  expect(callerAddressOf('10.0.0.2', null)).toBe('10.0.0.2')
  expect(warn).not.toHaveBeenCalled()
  expect(callerAddressOf('10.0.0.2', '203.0.113.7')).toBe('10.0.0.2')
  expect(callerAddressOf('10.0.0.3', '203.0.113.8')).toBe('10.0.0.3')
  expect(warn.mock.calls).toEqual([[expect.stringMatching(/TRUSTED_PROXIES/)]])
})
