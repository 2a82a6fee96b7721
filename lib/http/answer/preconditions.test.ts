import { describe, expect, it } from 'vitest'
import { ServiceError } from '@/lib/errors'
import { isNotModified } from './preconditions'

const ETAG = '"abc"'

/** The status that the conditions lead to. */
function statusOf(headers: Record<string, string>): number {
  try {
    return isNotModified(new Request('http://localhost/x', { headers }), ETAG) ? 304 : 200
  } catch (error) {
    if (error instanceof ServiceError) return error.status
    throw error
  }
}

describe('if-match', () => {
  it.each([
    ['"abc"', 200],
    ['*', 200],
    ['"x", "abc"', 200],
    ['"x","y",\t"abc" ,', 200],
    [', ,"abc"', 200],
    ['"x,\\", "abc"', 200],
    ['"x y", "abc"', 412],
    // Weak tags say nothing of the bytes (section 13.1.1).
    ['W/"abc"', 412],
    ['"x"', 412],
    ['"x", W/"abc"', 412],
    ['"ABC"', 412],
    ['"abc', 412],
    ['abc', 412],
    ['"abc" "abc"', 412],
    ['"x", *', 412],
    ['""', 412],
    ['', 412],
    [',', 412],
    ['"x,"abc",y"', 412],
  ])('of %j is %i', (value, status) => expect(statusOf({ 'if-match': value })).toBe(status))
})

describe('if-none-match', () => {
  it.each([
    ['"abc"', 304],
    ['W/"abc"', 304],
    ['*', 304],
    [' * ', 304],
    ['"x", W/"y", W/"abc"', 304],
    ['"x","abc","y"', 304],
    ['"x"', 200],
    ['w/"abc"', 200],
    ['W/ "abc"', 200],
    ['abc', 200],
    ['"abc"x', 200],
    ['"x", *', 200],
    ['', 200],
  ])('of %j is %i', (value, status) => expect(statusOf({ 'if-none-match': value })).toBe(status))
})

describe('conditions together', () => {
  const LONG_AGO = 'Mon, 01 Jan 2001 00:00:00 GMT'
  it.each([
    ['if-match is looked at first', { 'if-match': '"x"', 'if-none-match': ETAG }, 412],
    ['and where it holds, if-none-match', { 'if-match': ETAG, 'if-none-match': ETAG }, 304],
    ['both hold', { 'if-match': ETAG, 'if-none-match': '"x"' }, 200],
    ['a time is passed over', { 'if-unmodified-since': LONG_AGO }, 200],
    ['a time is passed over beside if-match', { 'if-match': ETAG, 'if-unmodified-since': LONG_AGO }, 200],
    ['a time is passed over, in the future too', { 'if-modified-since': 'Fri, 01 Jan 2100 00:00:00 GMT' }, 200],
    ['a time is passed over beside if-none-match', { 'if-none-match': '"x"', 'if-modified-since': LONG_AGO }, 200],
  ])('%s', (_name, headers: Record<string, string>, status) => expect(statusOf(headers)).toBe(status))

  it('are read in one pass, however long and however broken', () => {
    const hostile = [
      `${'"x", '.repeat(12_000)}"abc"`,
      `${', '.repeat(30_000)}"abc"`,
      `"abc"${' '.repeat(60_000)}x`,
      `${'W/'.repeat(30_000)}"abc"`,
      '"'.repeat(60_000),
    ]
    expect(hostile.map((value) => statusOf({ 'if-none-match': value }))).toEqual([304, 304, 200, 200, 200])
    expect(hostile.map((value) => statusOf({ 'if-match': value }))).toEqual([200, 200, 412, 412, 412])
  })
})
