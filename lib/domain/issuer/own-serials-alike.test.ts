import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { generateSerial, missingCharacter, serialKey } from '@/lib/domain/certificate/serial'
import { ownSerialsAlike } from './own-serials-alike'

const keys = fc.uint8Array({ minLength: 10, maxLength: 10 }).map((bytes) => serialKey(generateSerial(bytes)))
const places = fc.integer({ min: 0, max: 15 })

describe('missingCharacter', () => {
  it('gives back each character of a serial', () => {
    fc.assert(
      fc.property(keys, places, (key, at) => {
        expect(missingCharacter(key.slice(0, at) + key.slice(at + 1), at)).toBe(key.charAt(at))
      }),
    )
  })
})

describe('ownSerialsAlike', () => {
  const letters = fc.constantFrom(...'0123456789ABCDEFGHJKMNPQRSTVWXYZ')
  const slips: [string, (key: string, at: number, letter: string) => string][] = [
    ['with a character too few', (key, at) => key.slice(0, at) + key.slice(at + 1)],
    ['with a character too many', (key, at, letter) => key.slice(0, at) + letter + key.slice(at)],
    ['with a U in the place of a character', (key, at) => `${key.slice(0, at)}U${key.slice(at + 1)}`],
    ['with points between its groups', (key) => key.replace(/(.{4})(?=.)/g, '$1.')],
    ['with one mark somewhere', (key, at) => key.replace(new RegExp(`^(.{${Math.max(at, 1)}})`), '$1_')],
    ['behind a word', (key) => `CERT.${key}`],
    ['in an address', (key) => `HERE.TEST/1/${key}/JPEG`],
  ]
  it.each(slips)('finds a serial %s', (_, slip) => {
    fc.assert(
      fc.property(keys, places, letters, (key, at, letter) => {
        expect(ownSerialsAlike(slip(key, at, letter))).toContain(key)
      }),
    )
  })

  it.each(['', 'ACME.2026.0001.0008', 'NS/2024/0042', '~', 'AB12-CD34'])('finds none in %j', (text) => {
    expect(ownSerialsAlike(serialKey(text))).toEqual([])
  })
})
