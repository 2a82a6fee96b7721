import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { couldBeSerial, isOwnShape, serialKey } from '@/lib/domain/certificate/serial'
import { checkIssuerSerial } from './issuer-serial'

describe('checkIssuerSerial', () => {
  it.each(['ACME-2026-0017', 'a.b_c/d', '1234', 'WEB/2026/0001', 'A'.repeat(64), 'AAAA-AAAA-AAAA-AAAU', 'ABC-pdf'])(
    'accepts %s',
    (serial) => {
      expect(checkIssuerSerial(serial)).toEqual({ ok: true, serial })
    },
  )

  it.each([
    ['123', /4 to 64/],
    ['A'.repeat(65), /4 to 64/],
    ['-ABCD', /4 to 64/],
    ['ABCD-', /4 to 64/],
    ['AB--CD', /4 to 64/],
    ['AB/../CD', /4 to 64/],
    ['ABCD ', /4 to 64/],
    ['ÄBCD', /4 to 64/],
    ['ABCD\n', /4 to 64/],
    ['verify', /reserved word/],
    ['VER-LFY', /reserved word/],
    ['fi1e', /reserved word/],
    ['2026/pdf', /reserved word/],
    ['P-D-F/2026', /reserved word/],
    ['artifacts/1', /reserved word/],
    ['0f8fad5b-d9cb-469f-a165-70867728950e', /UUID/],
    ['0F8FAD5BD9CB469FA16570867728950E', /UUID/],
    ['7K3M-9QXT-2VBD-8RWN', /own serials/],
    ['2026000000000001', /own serials/],
    ['ol-2026-000-000-0-001', /own serials/],
  ])('refuses %s', (serial, reason) => {
    const result = checkIssuerSerial(serial)
    expect(result.ok ? '' : result.reason).toMatch(reason)
  })

  it('accepts only what can be found again and is not of the own shape', () => {
    const pieces = fc.array(fc.constantFrom(...'ABCoil019-/._ '.split('')), { maxLength: 70 })
    fc.assert(
      fc.property(pieces, (list) => {
        const result = checkIssuerSerial(list.join(''))
        if (!result.ok) return
        const key = serialKey(result.serial)
        expect(couldBeSerial(key)).toBe(true)
        expect(isOwnShape(key)).toBe(false)
      }),
    )
  })
})
