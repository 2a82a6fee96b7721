import { expect, it } from 'vitest'
import { eventHash } from '@/lib/domain/history/event'
import {
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
import { touchEntry, touchesOf } from './event-touch'
import { parseLogEntry } from './log-entry'

const ERASED: Step = { type: 'erased' }
const touches = (...steps: Step[]) =>
  touchesOf(chainOf(steps)).map(
    ({ event, part, certificateId, place, type }) =>
      `${event.sequence}.${part} ${type} ${Number(certificateId.slice(-3))} @${place}`,
  )

it.each<[string, Step[], string[]]>([
  ['nothing', [], []],
  ['an issue', [issued(1)], ['1.0 issued 1 @1']],
  ['a withdrawal', [issued(1), withdrawn(1)], ['1.0 issued 1 @1', '2.0 withdrawn 1 @2']],
  ['a signing again', [issued(1), resigned(1, 'x')], ['1.0 issued 1 @1', '2.0 resigned 1 @2']],
  [
    'corrections: the new certificate and the one before it',
    [issued(1), corrected(2), corrected(3)],
    ['1.0 issued 1 @1', '2.0 corrected 2 @1', '2.1 superseded 1 @2', '3.0 corrected 3 @1', '3.1 superseded 2 @2'],
  ],
  [
    'a signing again of an earlier one, after which the newest is still the last',
    [issued(1), corrected(2), resigned(1, 'x'), corrected(3)],
    [
      '1.0 issued 1 @1',
      '2.0 corrected 2 @1',
      '2.1 superseded 1 @2',
      '3.0 resigned 1 @3',
      '4.0 corrected 3 @1',
      '4.1 superseded 2 @2',
    ],
  ],
  [
    'an erasure: all of them',
    [issued(1), corrected(2), ERASED],
    ['1.0 issued 1 @1', '2.0 corrected 2 @1', '2.1 superseded 1 @2', '3.0 erased 1 @3', '3.1 erased 2 @2'],
  ],
  ['a correction without anything before it', [corrected(2)], ['1.0 corrected 2 @1']],
  ['what is of no certificate', [{ type: 'withdrawn' }, { type: 'suspended', certificateId: idOf(1) }], []],
])('events touch: %s', (_, steps, expected) => {
  expect(touches(...steps)).toEqual(expected)
})

it.each([
  ['issued', [issued(1)], true],
  ['corrected', [corrected(1)], true],
  ['resigned', [issued(1), resigned(1, 'x')], true],
  ['withdrawn', [issued(1), { ...withdrawn(1), forms: formsOf('x') }], false],
  ['superseded', [issued(1), corrected(2)], false],
  ['erased', [issued(1), { ...ERASED, forms: formsOf('x') }], false],
])('the entry of a certificate that was %s names its forms, or none', (type, steps, names) => {
  const touch = touchesOf(chainOf(steps)).at(-1)
  if (!touch) throw new Error('there is a touch')
  const { event } = touch
  const text = touchEntry(touch, idOf(9), eventHash(event), 'ab'.repeat(32))
  expect(parseLogEntry(text)).toEqual({
    ...{ at: event.at, certificate_id: idOf(1), detail: event.detail, event_sha256: eventHash(event) },
    ...{ issuer_id: idOf(9), place: touch.place, status_change_sha256: 'ab'.repeat(32), type },
    forms: names
      ? {
          ...{ vc_jwt: event.forms?.vcJwt, open_badge_jsonld: event.forms?.openBadgeJsonld },
          open_badge_jwt: event.forms?.openBadgeJwt,
        }
      : null,
  })
  expect(event.at).toBeGreaterThanOrEqual(START)
})
