import { describe, expect, it } from 'vitest'
import { CHAIN_ID, corrected, issued, resigned, START } from '@/test/example-history'
import { exampleEvidence, partsOf } from '@/test/record/example-record'
import { withLog } from '@/test/record/logged-record'
import { certificateLog } from './certificate-log'
import type { Evidence, LoggedLeaf } from './evidence'
import { Undetermined } from './judgement'

/** The leaves are: two keys, the issue, the correction with what it replaced, the signing again. */
const logged = () => withLog(exampleEvidence([issued(1), corrected(2), resigned(2, '')]))
const standing = (evidence: Evidence, row = partsOf(evidence).row) => certificateLog(row, evidence)
const leaves = (evidence: Evidence): LoggedLeaf[] => evidence.leaves.get(CHAIN_ID) ?? []

describe('how a certificate stands in the log', () => {
  it('is by its own published leaves', () => {
    const evidence = logged()
    const [, second, , third] = leaves(evidence)
    expect(standing(evidence)).toEqual({
      ...{ origin: 'certificates.example/log', treeSize: 6, rootHash: 'ab'.repeat(32), state: 'entered' },
      ...{ index: 5, enteredAt: START + 1000, leaves: [second?.leaf, third?.leaf] },
    })
    const [first] = evidence.lineages.get(CHAIN_ID) ?? []
    const [one, , other] = leaves(evidence)
    expect(standing(evidence, first)).toMatchObject({ index: 4, enteredAt: START, leaves: [one?.leaf, other?.leaf] })
  })

  it.each<[string, (evidence: Evidence) => unknown, object]>([
    ['has a change that waits', (read) => leaves(read).pop(), { state: 'waiting', index: 3, enteredAt: START + 1000 }],
    [
      'has one behind the published ones',
      (read) => read.log && (read.log.publishedSize = 5),
      { state: 'waiting', index: 3 },
    ],
    ['has none yet', (read) => read.leaves.clear(), { state: 'waiting', index: null, enteredAt: null, leaves: [] }],
    ['has leaves of a key alone', (read) => leaves(read).forEach((leaf) => (leaf.kind = 'key')), { index: null }],
    ['was there before the log', (read) => takenIn(read, 4), { state: 'taken_in', index: 5, enteredAt: START + 77 }],
    ['came as the intake ended', (read) => takenIn(read, 3), { state: 'entered', enteredAt: START + 1000 }],
    [
      'was there before the log, and waits',
      (read) => [takenIn(read, 4), leaves(read).pop()],
      { state: 'waiting', index: 3, enteredAt: START + 77 },
    ],
  ])('%s', (_, change, expected) => {
    const evidence = logged()
    change(evidence)
    expect(standing(evidence)).toMatchObject(expected)
  })

  it('is nothing without a log, or where the history says nothing of it', () => {
    const evidence = logged()
    evidence.events.clear()
    expect(standing(evidence)).toBeNull()
    evidence.log = null
    expect(standing(logged(), undefined)).not.toBeNull()
    expect(standing(evidence)).toBeNull()
  })

  it('is not told where somebody else wrote how far the log has come', () => {
    const evidence = logged()
    if (evidence.log) evidence.log.isGenuine = false
    expect(() => standing(evidence)).toThrow(Undetermined)
  })
})

function takenIn(evidence: Evidence, intakeEnd: number): void {
  if (evidence.log) Object.assign(evidence.log, { intakeEnd, intakeEndedAt: START + 77 })
}
