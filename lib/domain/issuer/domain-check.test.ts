import { describe, expect, it } from 'vitest'
import { type DomainCheckResult, hasLapsed } from './domain-check'

/** Checks as they were made, written oldest first. */
const checks = (...made: [string, DomainCheckResult][]) =>
  made.map(([at, result]) => ({ at: new Date(at), result })).reverse()

describe('hasLapsed', () => {
  it.each<[string, boolean, [string, DomainCheckResult][]]>([
    ['nothing', false, []],
    [
      'two days',
      false,
      [
        ['2026-11-01T05:00Z', 'absent'],
        ['2026-11-02T05:00Z', 'absent'],
      ],
    ],
    [
      'three days',
      true,
      [
        ['2026-11-01T05:00Z', 'absent'],
        ['2026-11-02T05:00Z', 'absent'],
        ['2026-11-03T05:00Z', 'absent'],
      ],
    ],
    [
      'three days with gaps',
      true,
      [
        ['2026-10-01T05:00Z', 'absent'],
        ['2026-11-02T05:00Z', 'absent'],
        ['2026-11-09T05:00Z', 'absent'],
      ],
    ],
    [
      'one day, thrice',
      false,
      [
        ['2026-11-01T00:00Z', 'absent'],
        ['2026-11-01T05:00Z', 'absent'],
        ['2026-11-01T23:59:59.999Z', 'absent'],
      ],
    ],
    [
      'either side of midnight UTC',
      false,
      [
        ['2026-11-01T23:59:59.999Z', 'absent'],
        ['2026-11-02T00:00Z', 'absent'],
      ],
    ],
    [
      'no answer is no failure',
      false,
      [
        ['2026-11-01T05:00Z', 'absent'],
        ['2026-11-02T05:00Z', 'unanswered'],
        ['2026-11-03T05:00Z', 'absent'],
      ],
    ],
    [
      'no answer in between takes nothing back',
      true,
      [
        ['2026-11-01T05:00Z', 'absent'],
        ['2026-11-02T05:00Z', 'absent'],
        ['2026-11-03T05:00Z', 'unanswered'],
        ['2026-11-04T05:00Z', 'absent'],
      ],
    ],
    [
      'seen again begins anew',
      false,
      [
        ['2026-11-01T05:00Z', 'absent'],
        ['2026-11-02T05:00Z', 'absent'],
        ['2026-11-02T06:00Z', 'seen'],
        ['2026-11-03T05:00Z', 'absent'],
      ],
    ],
    [
      'absent again after that',
      true,
      [
        ['2026-11-01T05:00Z', 'seen'],
        ['2026-11-02T05:00Z', 'absent'],
        ['2026-11-03T05:00Z', 'absent'],
        ['2026-11-04T05:00Z', 'absent'],
      ],
    ],
  ])('%s: %s', (_, lapsed, made) => expect(hasLapsed(checks(...made))).toBe(lapsed))
})
