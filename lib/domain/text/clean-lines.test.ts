import { describe, expect, it } from 'vitest'
import { cleanLines } from './clean-lines'

const clean = (text: string, maxLength = 20) => cleanLines(text, { field: 'text', maxLength })

describe('cleanLines', () => {
  it.each([
    ['one line', 'one line'],
    ['  a \r\n b\rc\nd ', 'a\nb\nc\nd'],
    ['a\tb', 'a b'],
    ['\n\na\n\n\n\n\nb\n', 'a\n\nb'],
    ['e\u0301', '\u00e9'],
  ])('%j becomes %j', (written, kept) => {
    expect(clean(written)).toEqual({ ok: true, text: kept })
  })

  it.each([
    ['', /missing/],
    [' \n\t\n ', /missing/],
    ['x'.repeat(21), /at most 20/],
    ['ok\na\u0000', /control character/],
    ['a\u202eb', /direction of writing/],
    ['a\u2028b', /holds/],
  ])('%j is refused', (written, reason) => {
    expect(clean(written)).toEqual({ ok: false, reason: expect.stringMatching(reason) as string })
  })
})
