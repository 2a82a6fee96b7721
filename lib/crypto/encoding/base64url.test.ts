import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeBase64url, encodeBase64url } from './base64url'

describe('base64url', () => {
  it('encodes the vectors of RFC 4648 section 10, without padding', () => {
    const vectors = { '': '', f: 'Zg', fo: 'Zm8', foo: 'Zm9v', foob: 'Zm9vYg', fooba: 'Zm9vYmE', foobar: 'Zm9vYmFy' }
    for (const [text, encoded] of Object.entries(vectors)) {
      expect(encodeBase64url(text)).toBe(encoded)
      expect(decodeBase64url(encoded)).toEqual(Buffer.from(text))
    }
  })

  it('encodes the bytes of a view, not of the buffer under it', () => {
    expect(encodeBase64url(new Uint8Array([1, 2, 0xfb, 0xff, 5]).subarray(2, 4))).toBe('-_8')
  })

  it.each(['Zg==', 'Zh', 'Zm8=', 'Zm9', '+_8', '-/8', ' Zg', 'Zg\n', 'Z g', 'Z', 'Zg.', 'Zgé'])(
    'refuses %j',
    (text) => {
      expect(decodeBase64url(text)).toBeNull()
    },
  )

  it('comes back as it was', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(decodeBase64url(encodeBase64url(bytes))).toEqual(Buffer.from(bytes))
      }),
    )
  })

  it('has one spelling for one sequence of bytes', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const bytes = decodeBase64url(text)
        if (bytes !== null) expect(encodeBase64url(bytes)).toBe(text)
      }),
    )
  })
})
