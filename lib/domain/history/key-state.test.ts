import { describe, expect, it } from 'vitest'
import { chainOf, type Step } from '@/test/example-history'
import { foldKeyState } from './key-state'

const retired: Step = { type: 'retired' }
const compromised: Step = { type: 'compromised', detail: '{"since":1000}' }
const fold = (...steps: Step[]) => foldKeyState(chainOf(steps, 'key'))

describe('foldKeyState', () => {
  it('goes from active to retired to compromised, or at once', () => {
    expect(fold()).toEqual({ state: 'active' })
    expect(fold(retired)).toEqual({ state: 'retired' })
    expect(fold(compromised)).toEqual({ state: 'compromised', since: 1000 })
    expect(fold(retired, compromised)).toEqual({ state: 'compromised', since: 1000 })
  })

  it.each<[string, Step[]]>([
    ['a second retirement', [retired, retired]],
    ['a retirement after a compromise', [compromised, retired]],
    ['a second compromise, with a later time perhaps', [compromised, { ...compromised, detail: '{"since":2000}' }]],
    ['an event of another kind', [{ type: 'resumed' }]],
    ['an event of another kind that says since when', [{ ...compromised, type: 'resumed' }]],
    ['a compromise that never was, and so harms nothing', [{ type: 'compromised', detail: '{"since":1e999}' }]],
    ['an event of another chain', [{ ...retired, chain: 'issuer' }]],
    ['a compromise without a time', [{ type: 'compromised' }]],
    ['a compromise with a text for its time', [{ type: 'compromised', detail: '{"since":"2020"}' }]],
    ['a compromise with no object', [{ type: 'compromised', detail: '1' }]],
    ['a compromise with null', [{ type: 'compromised', detail: 'null' }]],
  ])('makes no history of %s', (_what, steps) => {
    expect(fold(...steps)).toBeNull()
  })
})
