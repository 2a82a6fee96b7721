import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { isPassportHandle, passportHandle, readPassportHandle } from './passport-handle'

const BASE = 'https://verify.test'
const handle = passportHandle(Buffer.alloc(16, 0xa5))

describe('passportHandle', () => {
  it('holds all 128 bits, in one case', () => {
    expect(passportHandle(Buffer.alloc(16))).toBe('aaaaaaaaaaaaaaaaaaaaaaaaaa')
    expect(passportHandle(Buffer.alloc(16, 0xff))).toBe('77777777777777777777777774')
    const made = new Set(Array.from({ length: 500 }, () => passportHandle(randomBytes(16))))
    expect(made.size).toBe(500)
    for (const one of made) expect(isPassportHandle(one)).toBe(true)
  })

  it('is made of 128 bits and no fewer', () => {
    expect(() => passportHandle(randomBytes(8))).toThrow('128 bits')
  })
})

describe('isPassportHandle', () => {
  it.each([
    ['nothing', ''],
    ['a word', 'manage'],
    ['one character less', handle.slice(1)],
    ['one character more', `${handle}a`],
    ['capitals', handle.toUpperCase()],
    ['a last character that no handle has', `${handle.slice(0, 25)}b`],
    ['a NUL', `${handle.slice(0, 25)}\0`],
    ['a line end', `${handle}\n`],
  ])('%s is none', (_name, text) => expect(isPassportHandle(text)).toBe(false))
})

describe('readPassportHandle', () => {
  it('reads a handle or its public link, with space around it', () => {
    expect(readPassportHandle(` ${handle}\n`, BASE)).toBe(handle)
    expect(readPassportHandle(handle.toUpperCase(), BASE)).toBe(handle)
    expect(readPassportHandle(`${BASE}/passport/${handle}`, BASE)).toBe(handle)
  })

  it.each([
    ['a private link', `${BASE}/passport/manage#AAAAAAAAAAAAAAAAAAAAAA`],
    ['a link of another site', `https://verify.test.evil.example/passport/${handle}`],
    ['a text', 'my passport'],
  ])('%s is none', (_name, text) => expect(readPassportHandle(text, BASE)).toBeNull())
})
