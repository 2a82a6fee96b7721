import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MOST_LISTED, readSerialList } from './read-serial-list'

describe('readSerialList', () => {
  it.each([
    ['a line each', 'AAAA-1\nBBBB-2\r\nCCCC-3', ['AAAA-1', 'BBBB-2', 'CCCC-3']],
    ['the first column', 'AAAA-1;Ana;x\nBBBB-2;Ben;y\n', ['AAAA-1', 'BBBB-2']],
    ['the column named serial', '\uFEFFname,Serial\n"Ana, the 2nd",AAAA-1\nBen,"BBBB-2"\n', ['AAAA-1', 'BBBB-2']],
    ['quotes and line ends in cells', 'name\tserial\n"a ""b""\nc"\tAAAA-1', ['AAAA-1']],
    ['the same serial once', 'aaaa 1\nAAAA-1\nO000\n0OOO', ['aaaa 1', 'O000']],
    ['nothing', ' \n\n,,\n', []],
    ['a quote that is never closed', '"AAAA', ['AAAA']],
    ['the rows below one', 'name,serial\n"Ana,AAAA-1\nBen,BBBB-2\r\nCy,CCCC-3', ['AAAA-1', 'BBBB-2', 'CCCC-3']],
    ['those up to the next', 'name,serial\n"Ana,AAAA-1\nBen,BBBB-2\n"Cy",CCCC-3', ['AAAA-1', 'BBBB-2', 'CCCC-3']],
    ['a serial that quotes end within', '"AAAA-1"-x,y\n"BBBB-2" ,y', ['AAAA-1-x', 'BBBB-2']],
    ['a comma before the end of quotes', 'name,serial\n"Li, Ana" (4b),AAAA-1', ['AAAA-1']],
  ])('reads %s', (_what, text, serials) => {
    expect(readSerialList(text).serials).toEqual(serials)
  })

  it('stops one behind the limit', () => {
    const text = Array.from({ length: MOST_LISTED + 500 }, (_, index) => `S/${index}`).join('\n')
    expect(readSerialList(text).serials).toHaveLength(MOST_LISTED + 1)
  })

  it('comes to an end on any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('"', ',', ';', '\t', '\r', '\n', 'a', 'é') }), (text) => {
        for (const serial of readSerialList(text).serials) expect(serial.trim()).toBe(serial)
      }),
    )
  })
})
