import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  anyLineage,
  chainOf,
  corrected,
  formsOf,
  idOf,
  issued,
  resigned,
  START,
  type Step,
  withdrawn,
} from '@/test/example-history'
import { foldLineage } from './lineage-state'

const fold = (...steps: Step[]) => foldLineage(chainOf(steps))
const states = (...steps: Step[]) => fold(...steps)?.revisions.map(({ status }) => status)

describe('foldLineage', () => {
  it('tells revision, status, times and current bytes of every certificate', () => {
    expect(fold(issued(1), corrected(2), resigned(1, 'again'), withdrawn(2))).toEqual({
      revisions: [
        {
          id: idOf(1),
          revision: 1,
          status: 'superseded',
          signedAt: START,
          formsSequence: 3,
          forms: formsOf('again'),
          signings: [
            { sequence: 1, at: START, forms: formsOf('issued 1') },
            { sequence: 3, at: START + 2000, forms: formsOf('again') },
          ],
          withdrawnAt: null,
          withdrawalDetail: null,
        },
        {
          id: idOf(2),
          revision: 2,
          status: 'withdrawn',
          signedAt: START + 1000,
          formsSequence: 2,
          forms: formsOf('issued 2'),
          signings: [{ sequence: 2, at: START + 1000, forms: formsOf('issued 2') }],
          withdrawnAt: START + 3000,
          withdrawalDetail: '{}',
        },
      ],
    })
  })

  it.each<[string, Step[]]>([
    ['no event at all', []],
    ['a start that is no issue', [corrected(1)]],
    ['a second issue', [issued(1), issued(2)]],
    ['a correction of a withdrawn one', [issued(1), withdrawn(1), corrected(2)]],
    ['a second withdrawal', [issued(1), withdrawn(1), withdrawn(1)]],
    ['a withdrawal of a superseded one', [issued(1), corrected(2), withdrawn(1)]],
    ['a withdrawal of an unknown one', [issued(1), withdrawn(2)]],
    ['a withdrawal before the issue', [withdrawn(1)]],
    ['a correction under the same id', [issued(1), corrected(1)]],
    ['an id of an earlier revision', [issued(1), corrected(2), corrected(1)]],
    ['an issue without an id', [{ ...issued(1), certificateId: null }]],
    ['an issue without bytes', [{ ...issued(1), forms: null }]],
    ['a correction without bytes', [issued(1), { ...corrected(2), forms: null }]],
    ['a signing of an unknown one', [issued(1), resigned(2, 'x')]],
    ['a signing without bytes', [issued(1), { ...resigned(1, 'x'), forms: null }]],
    ['an event of an issuer', [issued(1), { type: 'suspended' }]],
    ['an event of another kind of chain', [issued(1), { ...corrected(2), chain: 'issuer' }]],
    ['an event of a key chain', [{ ...issued(1), chain: 'key' }]],
  ])('makes no history of %s', (_what, steps) => {
    expect(fold(...steps)).toBeNull()
  })

  it('signs again without a change of status', () => {
    expect(states(issued(1), withdrawn(1), resigned(1, 'x'))).toEqual(['withdrawn'])
    expect(states(issued(1), corrected(2), resigned(1, 'x'))).toEqual(['superseded', 'issued'])
  })

  it('has exactly one current certificate, the last, in any history', () => {
    fc.assert(
      fc.property(anyLineage, (steps) => {
        const revisions = fold(...steps)?.revisions ?? []
        expect(revisions.map(({ revision }) => revision)).toEqual(revisions.map((_revision, index) => index + 1))
        expect(revisions.slice(0, -1).every(({ status }) => status === 'superseded')).toBe(true)
        expect(revisions.at(-1)?.status).toBe(steps.some(({ type }) => type === 'withdrawn') ? 'withdrawn' : 'issued')
      }),
    )
  })

  it('never has two current certificates, whatever follows whatever', () => {
    const anyStep = fc.oneof(
      ...[issued, corrected, withdrawn].map((step) => fc.integer({ min: 1, max: 4 }).map(step)),
      fc.integer({ min: 1, max: 4 }).map((number) => resigned(number, 'x')),
    )
    fc.assert(
      fc.property(fc.array(anyStep, { maxLength: 8 }), (steps) => {
        const revisions = fold(...steps)?.revisions
        if (!revisions) return
        expect(revisions.filter(({ status }) => status !== 'superseded')).toHaveLength(1)
        expect(new Set(revisions.map(({ id }) => id)).size).toBe(revisions.length)
      }),
      { numRuns: 300 },
    )
  })
})
