import { expect, it } from 'vitest'
import { bound } from './search-order'

const at = (day: number) => new Date(Date.UTC(2026, 0, day))
const AFTER = { issuedAt: at(20).getTime(), id: '8b0c2c52-6f0e-4a57-9d7c-1f7f7f0c8f11' }
const FIRST = '00000000-0000-0000-0000-000000000000'
const LAST = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
const ON = [at(20).toISOString(), AFTER.id]

it.each([
  ['newest', null, {}, ['infinity', LAST]],
  ['oldest', null, {}, ['-infinity', FIRST]],
  ['newest', AFTER, {}, ON],
  ['oldest', AFTER, {}, ON],
  // The span begins where it ends, read backwards: before the first certificate of the moment that is no longer part of it.
  ['newest', null, { from: at(5), until: at(6) }, [at(6).toISOString(), FIRST]],
  ['oldest', null, { from: at(5), until: at(6) }, [at(5).toISOString(), FIRST]],
  ['newest', AFTER, { from: at(5), until: at(21) }, ON],
  ['oldest', AFTER, { from: at(20), until: at(21) }, ON],
  // A page of another search, which ended outside of this span.
  ['newest', AFTER, { until: at(20) }, [at(20).toISOString(), FIRST]],
  ['oldest', AFTER, { from: at(21) }, [at(21).toISOString(), FIRST]],
] as const)('begins a list, %s first, behind %o within %o', (order, after, span, begins) => {
  expect(bound(after, order, span)).toEqual(begins)
})
