import { describe, expect, it, vi } from 'vitest'
import { refuseWritten } from './setup'

describe('the test setup', () => {
  it('fails what writes on the console unexpectedly', () => {
    console.error('the %s broke', 'thing')
    console.warn('old')
    expect(refuseWritten).toThrow('console.error: the thing broke\nconsole.warn: old')
    expect(refuseWritten).not.toThrow()
  })

  it('lets a test expect it', () => {
    const expected = vi.spyOn(console, 'error').mockImplementation(() => {})
    console.error('expected')
    expect(expected).toHaveBeenCalledWith('expected')
  })
})
