import { describe, expect, it } from 'vitest'
import { hidesObjects } from './compare-child-object-streams.mjs'

const OBJECTS = '/Type /ObjStm /N 2 /First 10'
const stream = (dictionary: string) =>
  `%PDF-1.7\n6 0 obj\n<< ${dictionary} /Length 3 >>\nstream\nxyz\nendstream\nendobj\n`

describe('a stream of objects', () => {
  it.each([
    '/Filter /FlateDecode',
    '/Filter [/FlateDecode]',
    '/Filter /Fl#61teDecode',
    '',
    '/Filter /FlateDecode /Extends << /DecodeParms 1 >>',
  ])('is read where it says %j', (filter) => {
    expect(hidesObjects(stream(`${OBJECTS} ${filter}`))).toBe(false)
  })

  it.each([
    '/Filter /FlateDecode /DecodeParms << /Predictor 12 /Columns 24 >>',
    '/Filter /FlateDecode /DP << /Predictor 12 >>',
    '/Filter [/FlateDecode /FlateDecode]',
    '/Filter [/FlateDecode /A85]',
    '/Filter /A85',
    '/Filter /Fl',
    '/Filter /LZW',
    '/Filter 7 0 R',
    '/Filter /FlateDecode /Filter /AHx',
    '/Filter /FlateDecode /F (elsewhere)',
    '/Filter /FlateDecode /Decode#50arms 9 0 R',
  ])('may hide names where it says %j', (filter) => {
    expect(hidesObjects(stream(`${OBJECTS} ${filter}`))).toBe(true)
    expect(hidesObjects(stream(`${filter} ${OBJECTS}`))).toBe(true)
  })

  it.each([
    ['a text that ends a dictionary', '/A (>> endobj) /Filter /A85'],
    ['a text with brackets in it', '/A (a \\) (b) >>) /Filter /A85'],
    ['a comment', '% >>\n /Filter /A85'],
    ['letters in hexadecimal', '/A <3E3E> /Filter /A85'],
    ['a dictionary within', '/A << /B << >> >> /Filter /A85'],
  ])('is found out behind %s', (_what, words) => {
    expect(hidesObjects(stream(`${words} ${OBJECTS}`))).toBe(true)
  })

  it('is one by its members too, and its name may be escaped', () => {
    expect(hidesObjects(stream('/N 2 /First 10 /Filter /A85'))).toBe(true)
    expect(hidesObjects(stream('/Type /Obj#53tm /Filter /A85'))).toBe(true)
  })

  it.each([
    '/Type /XRef /W [1 4 2] /Filter /FlateDecode /DecodeParms << /Predictor 12 >>',
    '/Subtype /Image /Filter /DCTDecode',
  ])('is not what says %j', (dictionary) => expect(hidesObjects(stream(dictionary))).toBe(false))

  it.each(['obj%', 'obj<<', 'obj<< <', 'obj<<(', 'obj << /A '])('that never ends, %j, comes to an end', (piece) => {
    expect(hidesObjects(piece.repeat(500_000))).toBe(true)
  })
})
