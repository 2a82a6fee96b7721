import { describe, expect, it } from 'vitest'
import type { Answer } from './answer'
import { compareCounts, countStatuses, unspecifiedAnswers, wrongAnswers } from './judge-answers'
import { type Expected, Ledger } from './ledger'

const SERIAL = 'H8NC-4R2W-6PTX-9QAK'

function ledgerWith(expected: Expected, withdrawal?: { begun: number; done: number | null }): Ledger {
  const ledger = new Ledger()
  ledger.add({ serial: SERIAL, id: 'id', expected, pdf: null, ...(withdrawal && { withdrawal }) })
  return ledger
}

function answer(changes: Partial<Answer>): Answer {
  const common = { operation: 'verify', serial: SERIAL, status: 200, verdict: null, sentAt: 10, doneAt: 20 }
  return { ...common, unspecified: null, missing: null, ...changes }
}

describe('the judge of answers', () => {
  it.each([
    ['withdrawn', 'verified'],
    ['invalid', 'verified'],
    ['none', 'verified'],
    ['verified', 'none'],
    ['verified', 'withdrawn'],
  ] as const)('finds that a %s certificate was called %s', (expected, verdict) => {
    expect(wrongAnswers(ledgerWith(expected), [answer({ verdict })])).toHaveLength(1)
    expect(wrongAnswers(ledgerWith(expected), [answer({ verdict: expected }), answer({ verdict: null })])).toEqual([])
  })

  it.each([
    [{ begun: 5, done: 8 }, 'verified', 1],
    [{ begun: 5, done: 8 }, 'withdrawn', 0],
    [{ begun: 5, done: 15 }, 'verified', 0],
    [{ begun: 5, done: null }, 'verified', 0],
    [{ begun: 5, done: null }, 'withdrawn', 0],
    [{ begun: 25, done: 30 }, 'withdrawn', 1],
  ] as const)('holds a withdrawal %o against %s', (withdrawal, verdict, wrong) => {
    expect(wrongAnswers(ledgerWith('verified', { ...withdrawal }), [answer({ verdict })])).toHaveLength(wrong)
  })

  it('finds answers that are not as specified, and those that never came', () => {
    const answers = [answer({ unspecified: 'status 502' }), answer({ status: 0, missing: 'cut' }), answer({})]
    expect(unspecifiedAnswers(answers, false)).toHaveLength(2)
    expect(unspecifiedAnswers(answers, true)).toHaveLength(1)
    expect([...countStatuses(answers)]).toEqual([
      ['200', 2],
      ['cut', 1],
    ])
  })

  it('finds checks that were answered and are not counted, and those counted for nobody', () => {
    const answers = [answer({}), answer({}), answer({ status: 503 }), answer({ operation: 'pdf' })]
    const compare = (checks: number) => compareCounts(ledgerWith('verified'), answers, new Map([['id', checks]]))
    expect(compare(1).lost).toHaveLength(1)
    expect(compare(2)).toEqual({ lost: [], overCounted: [] })
    expect(compare(3)).toEqual({ lost: [], overCounted: [] })
    expect(compare(4).overCounted).toHaveLength(1)
  })
})
