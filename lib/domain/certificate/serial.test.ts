import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  couldBeSerial,
  displaySerial,
  drawSerial,
  generateSerial,
  hasValidCheckCharacter,
  isOwnShape,
  isWrittenAsIssued,
  serialCheck,
  partedSerial,
  serialKey,
} from './serial'

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const VECTORS = ['7K3M-9QXT-2VBD-8RWN', '0000-0000-0000-001Z', '0123-4567-89AB-CDE4', 'H8NC-4R2W-6PTX-9QAK']
const tenBytes = fc.uint8Array({ minLength: 10, maxLength: 10 })
const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(fc.nat(0xffff)).map((u) => String.fromCharCode(...u)),
)

describe('generateSerial', () => {
  it('makes four groups of four with a right check character', () => {
    fc.assert(
      fc.property(tenBytes, (bytes) => {
        const serial = generateSerial(bytes)
        expect(serial).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}$/)
        expect(serialCheck(serial)).toBe('own')
      }),
    )
  })

  it('uses 75 bits: each of them changes the serial', () => {
    const serials = new Set<string>()
    for (let bit = 0; bit < 80; bit++) {
      const bytes = new Uint8Array(10)
      bytes[Math.floor(bit / 8)] = 1 << (bit % 8)
      serials.add(generateSerial(bytes))
    }
    expect(serials.size).toBe(76)
  })

  it('wants exactly 10 bytes', () => {
    expect(() => generateSerial(new Uint8Array(9))).toThrow(RangeError)
    expect(() => generateSerial(new Uint8Array(11))).toThrow(RangeError)
  })
})

describe('the check character', () => {
  it.each(VECTORS)('accepts %s', (serial) => {
    expect(hasValidCheckCharacter(serial)).toBe(true)
    expect(hasValidCheckCharacter(serial.toLowerCase().replaceAll('-', ' '))).toBe(true)
  })

  const keys = [...VECTORS.map(serialKey), ...fc.sample(tenBytes, 4).map((bytes) => serialKey(generateSerial(bytes)))]
  it.each(keys)('catches every single substitution in %s', (key) => {
    for (let i = 0; i < 16; i++) {
      for (const other of ALPHABET) {
        if (other !== key[i]) expect(serialCheck(key.slice(0, i) + other + key.slice(i + 1))).toBe('mistyped')
      }
    }
  })

  it.each(keys)('catches every swap of unequal neighbours in %s', (key) => {
    for (let i = 0; i < 15; i++) {
      const swapped = key.slice(0, i) + key.charAt(i + 1) + key.charAt(i) + key.slice(i + 2)
      expect(serialCheck(swapped)).toBe(swapped === key ? 'own' : 'mistyped')
    }
  })
})

describe('drawSerial', () => {
  it('draws again until a letter stands beside a digit', () => {
    const drawn = [Uint8Array.from({ length: 10 }, () => 255), Uint8Array.from({ length: 10 }, (_, index) => index)]
    const words = generateSerial(drawn[0] ?? new Uint8Array())
    expect(words).not.toMatch(/\d[A-Z]|[A-Z]\d/)
    expect(drawSerial((size) => drawn.shift()?.subarray(0, size) ?? new Uint8Array())).toBe(
      generateSerial(Uint8Array.from({ length: 10 }, (_, index) => index)),
    )
    expect(drawn).toEqual([])
  })
})

describe('isWrittenAsIssued', () => {
  it.each([
    ['7K3M-9QXT-2VBD-8RWN', true],
    ['7k3m9qxt2vbd8rwn', true],
    ['GZVN-BPMH-HYCP-ESJF', true],
    ['gzvnbpmhhycpesjf', true],
    ['7K3M-9QXT-2VBD-8RWM', false],
    ['7K3m-9qxt-2vbd-8rwn', false],
    ['7K3M 9QXT 2VBD 8RWN', false],
    ['7K3M-9QXT2VBD-8RWN', false],
    ['OOOO-OOOO-OOOO-OO1Z', false],
  ])('says of %s: %s', (text, expected) => expect(isWrittenAsIssued(text)).toBe(expected))
})

describe('partedSerial', () => {
  it.each([
    ['7k3m.9qxt.2vbd.8rwn', '7K3M-9QXT-2VBD-8RWN'],
    ['7K3M_9QXT_2VBD_8RWN', '7K3M-9QXT-2VBD-8RWN'],
    ['7K3M / 9QXT / 2VBD / 8RWN', '7K3M-9QXT-2VBD-8RWN'],
    ['7K3M.9QXT.2VBD.8RWM', null],
    ['7K3M.9QXT/2VBD.8RWN', null],
    ['7K3M9.QXT.2VBD.8RWN', null],
    ['7K3M-9QXT-2VBD-8RWN', null],
    ['NS.7K3M.9QXT.2VBD.8RWN', null],
  ])('reads %j as %s', (text, serial) => expect(partedSerial(text)).toBe(serial))
})

describe('serialKey', () => {
  it.each([
    ['7k3m 9qxt 2vbd 8rwn', '7K3M9QXT2VBD8RWN'],
    [' 7K3M–9QXT—2VBD−8RWN\n', '7K3M9QXT2VBD8RWN'],
    ['7K3M\u00a09QXT\u30002VBD\u202f8RWN', '7K3M9QXT2VBD8RWN'],
    ['7K3M\u20109QXT\u20112VBD\uff0d8RWN', '7K3M9QXT2VBD8RWN'],
    ['7K3M\u00ad9QXT\u200b2VBD\ufeff8RWN', '7K3M9QXT2VBD8RWN'],
    ['\u200e\u202a7K3M-\u20669QXT\u2069-\u200f2VBD-8RWN\u202c\u061c', '7K3M9QXT2VBD8RWN'],
    ['7K3M\u200c9QXT\u200d2VBD\u034f8RWN\ufe0f', '7K3M9QXT2VBD8RWN'],
    ['７Ｋ３Ｍ－９ｑｘｔ－２ＶＢＤ－８ＲＷＮ．', '7K3M9QXT2VBD8RWN'],
    ['٧K٣M-۹QXT-२VBD-৮RWN', '7K3M9QXT2VBD8RWN'],
    ['7K3M-9QXT-2VBD-8RWN.', '7K3M9QXT2VBD8RWN'],
    ['7K3M-9QXT-2VBD-8RWN…。 \u200e', '7K3M9QXT2VBD8RWN'],
    ['７Ｋ３Ｍー９ＱＸＴー２ＶＢＤー８ＲＷＮ', '7K3M9QXT2VBD8RWN'],
    ['7K3Mｰ9QXT─2VBD━8RWN', '7K3M9QXT2VBD8RWN'],
    ['NS/2024/0042.,', 'NS/2024/0042'],
    ['oO-iI-lL', '001111'],
    ['Web.2026/17_a', 'WEB.2026/17_A'],
    ['', ''],
  ])('reads %j as %s', (text, key) => {
    expect(serialKey(text)).toBe(key)
  })

  it.each([
    ['a dotless i', 'ABCD\u0131'],
    ['a long s', 'ABCD\u017f'],
    ['the Kelvin sign', 'ABCD\u212a'],
    ['NUL', 'ABCD\u0000EFGH'],
    ['emoji', 'ABCD😀'],
    ['half of one', 'ABCD\ud83d'],
    ['a mark inside', '7K3M.,9QXT2VBD8RWN'],
    ['marks alone', '...'],
    ['10 kB', 'A'.repeat(10_000)],
    ['a serial among many spaces', `${' '.repeat(200)}7K3M-9QXT-2VBD-8RWN`],
    ['the id of a certificate', '5503c92e-45b7-4c9b-86a4-07a7bcf7f9f8'],
    ['an id without its dashes', '5503C92E45B74C9B86A407A7BCF7F9F8'],
  ])('gives %s a key that matches none', (_, text) => {
    expect(couldBeSerial(serialKey(text))).toBe(false)
    expect(serialCheck(text)).toBe('impossible')
  })

  it('never throws, and is its own key when it could be a serial', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const key = serialKey(text)
        if (couldBeSerial(key)) {
          expect(serialKey(key)).toBe(key)
          expect(key).toMatch(/^[\x21-\x7e]+$/)
        }
        serialCheck(text)
      }),
    )
  })

  it('keeps different long texts different', () => {
    expect(serialKey(`${'A'.repeat(300)}B`)).not.toBe(serialKey(`${'A'.repeat(300)}C`))
  })

  it('ignores what is put between the characters, and case', () => {
    const between = fc.array(fc.constantFrom(' ', '-', '–', '\u00a0', '\u2212', '\t', ''), {
      minLength: 16,
      maxLength: 16,
    })
    fc.assert(
      fc.property(tenBytes, between, fc.boolean(), (bytes, gaps, lower) => {
        const key = serialKey(generateSerial(bytes))
        const text = [...key].map((character, i) => character + (gaps[i] ?? '')).join('')
        expect(serialKey(lower ? text.toLowerCase() : text)).toBe(key)
      }),
    )
  })
})

describe('shapes', () => {
  it('knows its own shape and regroups it', () => {
    expect(isOwnShape('7K3M9QXT2VBD8RWN')).toBe(true)
    expect(isOwnShape('7K3M9QXT2VBD8RWU')).toBe(false)
    expect(isOwnShape('7K3M9QXT2VBD8RW')).toBe(false)
    expect(displaySerial('7K3M9QXT2VBD8RWN')).toBe('7K3M-9QXT-2VBD-8RWN')
    expect(displaySerial('WEB/17')).toBe('WEB/17')
  })

  it('calls an issuer’s serial foreign', () => {
    expect(serialCheck('ACME/2026/0017')).toBe('foreign')
    expect(serialCheck('A//B')).toBe('impossible')
    expect(serialCheck('ABC')).toBe('impossible')
  })
})
