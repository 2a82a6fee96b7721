import { describe, expect, it } from 'vitest'
import { sha256, sha256Hex } from './sha256'

describe('sha256', () => {
  it('gives the digests of FIPS 180-4', () => {
    expect(sha256Hex('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
    expect(sha256Hex('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
    expect(sha256Hex('abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq')).toBe(
      '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
    )
  })

  it('takes a string as UTF-8 and bytes as they are', () => {
    expect(sha256('Zoë')).toEqual(sha256(Buffer.from('Zoë', 'utf8')))
    expect(sha256('a').toString('hex')).toBe(sha256Hex(new Uint8Array([0x61])))
  })
})
