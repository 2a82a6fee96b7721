import { describe, expect, it } from 'vitest'
import { headLine } from './head-line'

describe('the line that names the columns', () => {
  it.each([
    ['a,b\n1,2\n', 'a,b'],
    ['\uFEFF\r\n"";;\r|\t\n \na;b', 'a;b'],
    ['a', 'a'],
    ['\n\r\n', ''],
    ['', ''],
  ])('of %j is %j', (text, line) => {
    expect(headLine(text)).toBe(line)
  })
})
