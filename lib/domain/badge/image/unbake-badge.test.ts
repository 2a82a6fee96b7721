import fc from 'fast-check'
import { crc32 } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { BADGE_ERROR_CODES } from '@/lib/contract/badge/badge-codes'
import { readBadge } from '@/lib/domain/badge/read/read-badge'
import { exampleBadge, onePixelPng } from '@/test/badges/badge-fixture'
import { bakePng } from './bake-png'
import { bakeSvg } from './bake-svg'
import { unbakeBadge } from './unbake-badge'

const JWS = 'eyJhbGciOiJFUzI1NiJ9.e30.c2ln'
const PNG = onePixelPng()
const BAKED = bakePng(PNG, JWS)
const IDAT_AT = 33
const NAMESPACE = 'xmlns:openbadges="https://purl.imsglobal.org/ob/v3p0"'
const svg = (content: string, before = '') => `${before}<svg xmlns="http://www.w3.org/2000/svg">${content}</svg>`
const credential = (content: string, verify?: string) =>
  `<openbadges:credential ${NAMESPACE}${verify === undefined ? '' : ` verify="${verify}"`}>${content}</openbadges:credential>`

function chunk(type: string, data: Uint8Array | string): Buffer {
  const typed = Buffer.concat([
    Buffer.from(type, 'latin1'),
    typeof data === 'string' ? Buffer.from(data, 'latin1') : data,
  ])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(typed.length - 4, 0)
  frame.writeUInt32BE(crc32(typed), 4)
  return Buffer.concat([frame.subarray(0, 4), typed, frame.subarray(4)])
}
const withChunk = (inserted: Uint8Array) => Buffer.concat([PNG.subarray(0, IDAT_AT), inserted, PNG.subarray(IDAT_AT)])
const changed = (bytes: Uint8Array, at: number, value: number) => {
  const copy = Buffer.from(bytes)
  copy[at] = value
  return copy
}
const itxt = (keyword: string, text: string, flag = 0) =>
  chunk('iTXt', `${keyword}\0${String.fromCharCode(flag)}\0\0\0${text}`)

describe('unbakeBadge', () => {
  it.each<[string, Uint8Array | string, object]>([
    ['JSON', '{"a":1}', { text: '{"a":1}', container: 'none' }],
    ['a JWS', JWS, { text: JWS, container: 'none' }],
    ['a PNG', BAKED, { text: JWS, container: 'png' }],
    ['a PNG under the older keyword', withChunk(itxt('openbadges', JWS)), { text: JWS, container: 'png' }],
    ['an SVG with an attribute', svg(credential('', JWS)), { text: JWS, container: 'svg' }],
    ['an SVG with content', svg(credential(' {"a":"&lt;&#x41;"} ')), { text: '{"a":"<A"}', container: 'svg' }],
    ['an SVG with CDATA', svg(credential('\n<![CDATA[{"a":"<&x;"}]]>')), { text: '{"a":"<&x;"}', container: 'svg' }],
    [
      'an SVG with another prefix',
      svg(`<b:credential xmlns:b="https://purl.imsglobal.org/ob/v3p0" verify="x.y.z"/>`),
      { text: 'x.y.z' },
    ],
    [
      'an SVG of an older badge',
      svg('<b:assertion xmlns:b="http://openbadges.org" verify="x.y.z"/>'),
      { text: 'x.y.z' },
    ],
    [
      'an SVG with a byte order mark',
      `\uFEFF<?xml version="1.0" encoding="utf-8"?>${svg(credential('', JWS))}`,
      { text: JWS },
    ],
    [
      'an SVG with a public DTD',
      svg(credential('', JWS), '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x.dtd">'),
      { text: JWS },
    ],
  ])('finds the credential in %s', (_, input, expected) => {
    expect(unbakeBadge(Buffer.from(input))).toMatchObject({ kind: 'unbaked', ...expected })
  })

  it.each<[string, string, Uint8Array | string]>([
    ['too_large', 'text over 256 KiB', `"${'x'.repeat(256 * 1024)}"`],
    ['too_large', 'a picture over 1 MiB', withChunk(chunk('prVt', Buffer.alloc(1024 * 1024)))],
    [
      'too_large',
      'a credential over 256 KiB in a PNG',
      withChunk(itxt('openbadgecredential', 'x'.repeat(256 * 1024 + 1))),
    ],
    ['png_signature', 'a PNG that was sent as text', changed(PNG, 4, 0x0a)],
    ['png_signature', 'a PNG without its first byte', PNG.subarray(1)],
    ['png_chunk_length', 'a chunk of four gigabytes', changed(PNG, IDAT_AT, 0xff)],
    ['png_chunk_length', 'an IHDR of 12 bytes', Buffer.concat([PNG.subarray(0, 8), chunk('IHDR', 'x'.repeat(12))])],
    ['png_crc', 'a flipped bit', changed(PNG, 20, 7)],
    ['png_crc', 'a flipped bit in the credential', changed(BAKED, 70, 0x21)],
    ['png_truncated', 'a chunk that is cut', PNG.subarray(0, 50)],
    ['png_truncated', 'no IEND', PNG.subarray(0, -12)],
    ['png_truncated', 'the signature alone', PNG.subarray(0, 8)],
    ['png_chunk_type', 'a type that is no letters', changed(PNG, 37, 0x31)],
    ['png_chunk_type', 'an unknown critical chunk', withChunk(chunk('XXXX', ''))],
    ['png_chunk_type', 'another chunk first', Buffer.concat([PNG.subarray(0, 8), itxt('a', ''), PNG.subarray(8)])],
    ['png_chunk_type', 'bytes after the end', Buffer.concat([PNG, BAKED])],
    ['png_compressed', 'a compressed iTXt', withChunk(itxt('openbadgecredential', 'x', 1))],
    ['png_compressed', 'a zTXt', withChunk(chunk('zTXt', 'openbadges\0\0x'))],
    [
      'multiple_credentials',
      'two chunks',
      Buffer.concat([withChunk(itxt('openbadges', JWS)).subarray(0, -12), BAKED.subarray(IDAT_AT)]),
    ],
    ['multiple_credentials', 'two elements', svg(credential('', JWS) + credential('', JWS))],
    ['multiple_credentials', 'an attribute and content', svg(credential('{}', JWS))],
    ['no_credential', 'a PNG without one', PNG],
    ['no_credential', 'a tEXt', withChunk(chunk('tEXt', `openbadgecredential\0${JWS}`))],
    ['no_credential', 'an iTXt that is none', withChunk(chunk('iTXt', 'openbadgecredential\0\0'))],
    ['no_credential', 'an iTXt that is not UTF-8', withChunk(itxt('openbadgecredential', '\xff'))],
    ['no_credential', 'an SVG without one', svg('<g/>')],
    ['no_credential', 'an SVG with one in a comment', svg(`<!--${credential('', JWS)}-->`)],
    ['no_credential', 'an SVG that ends too soon', svg(credential('', JWS)).slice(0, -3)],
    ['no_credential', 'an SVG whose tags cross', '<svg><a><b></a></b></svg>'],
    ['no_credential', 'an SVG with two roots', `${svg('')}${svg('')}`],
    ['no_credential', 'an SVG with an attribute given twice', '<svg a="1" a="2"/>'],
    [
      'no_credential',
      'an SVG in another encoding',
      `<?xml version="1.0" encoding="UTF-7"?>${svg(credential('', JWS))}`,
    ],
    [
      'no_credential',
      'an SVG nested for its own sake',
      '<svg>' + '<a xmlns:b="u">'.repeat(20_000) + '</a>'.repeat(20_000) + '</svg>',
    ],
    ['no_credential', 'a web page', '<html><body/></html>'],
    ['no_credential', 'a JPEG', Buffer.from('ffd8ffe000104a464946', 'hex')],
    ['no_credential', 'a PDF', '%PDF-1.7'],
    ['svg_entities', 'an entity that is declared', svg('&a;', '<!DOCTYPE svg [<!ENTITY a "b">]>')],
    ['svg_entities', 'an entity that is not', svg(credential('&a;'))],
    ['svg_entities', 'an entity in an attribute', svg(credential('', '&a;'))],
    ['malformed_json', 'bytes that are no text', Buffer.from([0x7b, 0xff, 0x7d])],
  ])('refuses as %s: %s', (code, _, input) => {
    const result = unbakeBadge(Buffer.from(input))
    const check = code === 'too_large' ? 'size' : 'unbake'
    expect(result).toMatchObject({ kind: 'refused', check, finding: { code, path: '$' } })
  })
})

const json = JSON.stringify(exampleBadge())
const VALID: Record<string, Uint8Array> = {
  json: Buffer.from(json),
  jws: Buffer.from(`eyJhbGciOiJFUzI1NiJ9.${Buffer.from(json).toString('base64url')}.c2ln`),
  png: bakePng(PNG, json),
  svg: Buffer.from(bakeSvg(svg('<g id="&amp;"/>', '<?xml version="1.0"?>'), json)),
}

describe.each(Object.entries(VALID))('a broken badge (%s)', (kind, bytes) => {
  it('is a badge before it is broken', () => {
    expect(readBadge(bytes).badge?.credential).toEqual(exampleBadge())
  })

  it.each(['cut short', 'with bits flipped', 'with bytes put in'])('gives findings and nothing else: %s', (how) => {
    const breaking = fc.record({ at: fc.nat(bytes.length - 1), bit: fc.nat(7), more: fc.uint8Array({ maxLength: 20 }) })
    fc.assert(
      fc.property(fc.array(breaking, { minLength: 1, maxLength: 4 }), (breaks) => {
        const broken = breaks.reduce((now, { at, bit, more }) => {
          if (how === 'cut short') return now.subarray(0, at)
          if (how === 'with bits flipped') return changed(now, at, (now[at] ?? 0) ^ (1 << bit))
          return Buffer.concat([now.subarray(0, at), more, now.subarray(at)])
        }, Buffer.from(bytes))
        const { badge, checks } = readBadge(broken)
        const errors = checks.flatMap((check) => check.errors)
        expect(badge === null).toBe(errors.length === 1)
        for (const { code, detail } of errors) {
          expect(BADGE_ERROR_CODES).toContain(code)
          expect(detail ?? '').toMatch(/^[^\p{C}]{0,200}$/u)
        }
      }),
      { numRuns: kind === 'png' ? 500 : 300 },
    )
  })
})
