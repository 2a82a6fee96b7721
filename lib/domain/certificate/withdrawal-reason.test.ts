import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isSignedReason, withdrawalDetail } from './withdrawal-reason'

describe('the reason of a withdrawal', () => {
  it('is bound to the event by its salted digest, and does not stand in it', () => {
    const detail = withdrawalDetail('Issued in error.', 'salt')
    expect(detail).toMatch(/^\{"public_reason":"[0-9a-f]{64}"\}$/)
    expect(isSignedReason(detail, 'Issued in error.', 'salt')).toBe(true)
    expect(isSignedReason(detail, 'Issued in error', 'salt')).toBe(false)
    expect(isSignedReason(detail, 'Issued in error.', 'other')).toBe(false)
    expect(isSignedReason(detail, null, null)).toBe(false)
    expect(isSignedReason(null, 'Issued in error.', 'salt')).toBe(false)
  })

  it('is none where none was given', () => {
    const detail = withdrawalDetail(null, null)
    expect(isSignedReason(detail, null, null)).toBe(true)
    expect(isSignedReason(detail, null, 'salt')).toBe(false)
    expect(isSignedReason(detail, 'x', 'salt')).toBe(false)
  })

  it('cannot be shortened by moving a line of it into the salt', () => {
    const detail = withdrawalDetail('Not for misconduct:\nmisconduct', 'salt')
    expect(isSignedReason(detail, 'misconduct', 'salt\nNot for misconduct:')).toBe(false)
  })

  it('is the signed one only as it was written', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), fc.string(), (reason, salt, otherReason, otherSalt) => {
        const same = reason === otherReason && salt === otherSalt
        expect(isSignedReason(withdrawalDetail(reason, salt), otherReason, otherSalt)).toBe(same)
      }),
    )
  })
})
