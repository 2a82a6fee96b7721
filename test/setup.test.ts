import { describe, expect, it, vi } from 'vitest'
import { parseEnv } from '@/lib/env'
import { refuseWritten } from './setup'

describe('the test setup', () => {
  it('fails what writes on the console unexpectedly', () => {
    console.error('the %s broke', 'thing')
    console.warn('old')
    expect(refuseWritten).toThrow('console.error: the thing broke\nconsole.warn: old')
    expect(refuseWritten).not.toThrow()
  })

  it('leaves an environment that the service accepts', () => {
    expect(parseEnv(process.env).BASE_URL).toBe('http://localhost:3000')
  })

  it('lets a test expect it', () => {
    const expected = vi.spyOn(console, 'error').mockImplementation(() => {})
    console.error('expected')
    expect(expected).toHaveBeenCalledWith('expected')
  })
})
