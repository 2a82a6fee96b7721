import { describe, expect, it } from 'vitest'
import { changesSince, nextLook, type Told, type WatchedNow } from './watch-change'

const NOW = Date.parse('2026-11-20T12:00:00Z')
const DAY = 86_400_000

const told = (standing: Told['standing'], certificateId = 'a'): Told => ({ certificateId, standing })
const seen = (changes: Partial<WatchedNow> = {}): WatchedNow => ({
  ...{ certificateId: 'a', withdrawn: false, suspended: false, expiresAt: null },
  ...changes,
})
const words = (before: Told, now: WatchedNow) =>
  changesSince(before, now, NOW).events.map(({ certificateId, change }) => `${change} ${certificateId}`)

describe('what is told', () => {
  it.each<[string, Told, WatchedNow, string[], Told['standing']]>([
    ['nothing, where nothing changed', told('current'), seen(), [], 'current'],
    ['nothing a second time', told('issuer_suspended'), seen({ suspended: true }), [], 'issuer_suspended'],
    ['a withdrawal', told('current'), seen({ withdrawn: true }), ['withdrawn a'], 'withdrawn'],
    [
      'a withdrawal, whatever else',
      told('ending'),
      seen({ withdrawn: true, suspended: true }),
      ['withdrawn a'],
      'withdrawn',
    ],
    [
      'the withdrawal of a correction',
      told('current'),
      seen({ certificateId: 'b', withdrawn: true }),
      ['replaced a', 'withdrawn b'],
      'withdrawn',
    ],
    ['a replacement', told('current'), seen({ certificateId: 'b' }), ['replaced a'], 'current'],
    ['a suspension', told('current'), seen({ suspended: true }), ['issuer_suspended a'], 'issuer_suspended'],
    ['its end', told('issuer_suspended'), seen(), ['issuer_resumed a'], 'current'],
    [
      'a replacement while suspended',
      told('issuer_suspended'),
      seen({ certificateId: 'b', suspended: true }),
      ['replaced a'],
      'issuer_suspended',
    ],
    [
      'a replacement and a suspension',
      told('current'),
      seen({ certificateId: 'b', suspended: true }),
      ['replaced a', 'issuer_suspended b'],
      'issuer_suspended',
    ],
    ['thirty days before its end', told('current'), seen({ expiresAt: NOW + 30 * DAY }), ['ending a'], 'ending'],
    ['not a moment before', told('current'), seen({ expiresAt: NOW + 30 * DAY + 1 }), [], 'current'],
    ['its end', told('ending'), seen({ expiresAt: NOW }), ['expired a'], 'expired'],
    ['an end that was slept through', told('current'), seen({ expiresAt: NOW - DAY }), ['expired a'], 'expired'],
    [
      'a correction that ends later',
      told('ending'),
      seen({ certificateId: 'b', expiresAt: NOW + 300 * DAY }),
      ['replaced a'],
      'current',
    ],
    [
      'a correction that ends soon',
      told('ending'),
      seen({ certificateId: 'b', expiresAt: NOW + DAY }),
      ['replaced a', 'ending b'],
      'ending',
    ],
    [
      'the end of a suspension shortly before its own',
      told('issuer_suspended'),
      seen({ expiresAt: NOW + DAY }),
      ['issuer_resumed a', 'ending a'],
      'ending',
    ],
  ])('%s', (_what, before, now, expected, standing) => {
    expect(words(before, now)).toEqual(expected)
    expect(changesSince(before, now, NOW).told).toEqual({ certificateId: now.certificateId, standing })
    // Told once, it is told.
    expect(words(changesSince(before, now, NOW).told, now)).toEqual([])
  })
})

describe('when to look again', () => {
  const watch = { expiresAt: NOW + 700 * DAY, reminded: false }
  it.each([
    ['before its own end, to remind', seen(), watch, 670],
    ['at its own end', seen(), { ...watch, reminded: true }, 700],
    ['thirty days before the certificate’s', seen({ expiresAt: NOW + 100 * DAY }), watch, 70],
    ['at the certificate’s', seen({ expiresAt: NOW + 20 * DAY }), watch, 20],
    ['never in the past', seen({ expiresAt: NOW - DAY }), { expiresAt: NOW + 5 * DAY, reminded: false }, 5],
  ])('%s', (_when, now, of, days) => expect(nextLook(now, of, NOW)).toBe(NOW + days * DAY))
})
