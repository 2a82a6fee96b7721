import { expect, it } from 'vitest'
import { saysWhatWasSigned } from './says-what-was-signed'

const AT = '2026-11-20T10:00:00.000Z'
const HASH = 'a'.repeat(64)
const claim = { serial: '7K3M-9QXT-2VBD-8RWN', verified_at: AT, log: null }
const nobody = { ...claim, overall_status: 'not_found' as const, certificate_sha256: null }
const somebody = { ...claim, overall_status: 'verified' as const, certificate_sha256: HASH }
const replaced = { ...somebody, overall_status: 'superseded' as const }
const unknown = { serial: '7k3m9qxt2vbd8rwn', found: false, certificate: null, verification: null, error: null }
const known = (status: string) => ({
  ...{ serial: claim.serial, found: true, certificate: { serial: claim.serial }, error: null },
  ...{ verification: { overall_status: status, verified_at: AT }, replacement_certificate: null },
})

it('says yes to what was signed, whichever way its serial was typed', () => {
  expect(saysWhatWasSigned(nobody, unknown, null)).toBe(true)
  expect(saysWhatWasSigned(somebody, known('verified'), HASH)).toBe(true)
  expect(saysWhatWasSigned(replaced, { ...known('superseded'), replacement_certificate: {} }, HASH)).toBe(true)
})

it.each([
  [nobody, { ...unknown, found: true }, null],
  [nobody, { ...unknown, serial: '7K3M-9QXT-2VBD-8RWP' }, null],
  [nobody, { ...unknown, error: 'It could not be checked.' }, null],
  [nobody, { ...unknown, replacement_certificate: {} }, null],
  [nobody, { ...unknown, certificate: {} }, HASH],
  [nobody, { ...unknown, verification: {} }, null],
  [nobody, Object.create(unknown) as object, null],
  [nobody, null, null],
  [somebody, known('withdrawn'), HASH],
  [somebody, { ...known('verified'), verification: undefined }, HASH],
  [somebody, known('verified'), 'b'.repeat(64)],
  [somebody, { ...known('verified'), found: false }, HASH],
  [somebody, { ...known('verified'), replacement_certificate: {} }, HASH],
  [somebody, { ...known('verified'), verification: { overall_status: 'verified', verified_at: '2020-01-01' } }, HASH],
])('says no to anything else: %j, %j', (signed, shown, hash) => {
  expect(saysWhatWasSigned(signed, shown, hash)).toBe(false)
})
