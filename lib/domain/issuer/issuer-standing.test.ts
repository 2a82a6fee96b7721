import { describe, expect, it } from 'vitest'
import { chainOf, type Step } from '@/test/example-history'
import { foldStanding } from './issuer-standing'

const suspended: Step = { type: 'suspended' }
const resumed: Step = { type: 'resumed' }
const fold = (...steps: Step[]) => foldStanding(chainOf(steps, 'issuer'))

describe('foldStanding', () => {
  it('is good until suspended, and good again when resumed', () => {
    expect(fold()).toBe('good')
    expect(fold(suspended)).toBe('suspended')
    expect(fold(suspended, resumed)).toBe('good')
    expect(fold(suspended, resumed, suspended)).toBe('suspended')
  })

  it.each<[string, Step[]]>([
    ['a second suspension', [suspended, suspended]],
    ['a resumption before any suspension', [resumed]],
    ['an event of another kind', [{ type: 'retired' }]],
    ['an event of another chain', [{ ...suspended, chain: 'key' }]],
  ])('makes no history of %s', (_what, steps) => {
    expect(fold(...steps)).toBeNull()
  })
})
