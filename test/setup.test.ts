import { describe, expect, it, vi } from 'vitest'
import { parseEnv } from '@/lib/env'
import { ALONE } from '../vitest.config'
import { PRODUCTION, SOURCES, textOf } from './house/sources'
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

describe('test files that follow one another in a process', () => {
  it('find nothing on globalThis, where all that is ours has a name that is cleared away', () => {
    const names = PRODUCTION.flatMap((name) => [...textOf(name).matchAll(/globalThis as[^{\n]*\{\s*(\w+)/g)])
    expect(names.length).toBeGreaterThan(20)
    expect(names.map(([, name]) => name).filter((name) => !name?.startsWith('certificate'))).toEqual([])
  })

  it('find no more storages that follow promises than one of a kind, since Node keeps each for good', () => {
    const ofAModule = /^(export )?const [^=]+ = new AsyncLocalStorage/m
    expect(PRODUCTION.filter((name) => ofAModule.test(textOf(name)))).toEqual([])
  })

  it('find no module replaced: a file that replaces one has a process of its own', () => {
    const replaces = /^\s*vi\.(mock|doMock)\(/m
    expect(ALONE).toEqual(SOURCES.filter((name) => /\.test\.tsx?$/.test(name) && replaces.test(textOf(name))))
  })
})
