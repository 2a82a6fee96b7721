import { expect, it } from 'vitest'
import { assuranceLabel } from './assurance-label'

it.each([
  ['a.example', 'a.example', 'verified', 'Domain verified'],
  ['a.example', 'a.example', 'attested', 'Domain attested'],
  ['a.example', 'a.example', 'lapsed', 'Domain check lapsed'],
  ['a.example', 'a.example', 'none', 'Domain not verified'],
  ['a.example', 'b.example', 'verified', 'Domain not verified'],
  ['', 'a.example', 'verified', 'Domain not verified'],
  ['', '', 'verified', 'Domain not verified'],
] as const)('the label of %j, where the issuer has %j, which is %s: %s', (signed, domain, assurance, label) => {
  expect(assuranceLabel(signed, { domain, assurance })).toBe(label)
})
