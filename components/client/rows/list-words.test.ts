import { expect, it } from 'vitest'
import { listPageWords } from '@/components/many/list-page-words'
import { exampleVerifyAnswer } from '@/lib/contract/examples'
import { createTranslator } from '@/lib/i18n/translate'
import { newRow, rowResult } from '@/lib/scan/list/list-row'
import { listWords } from './list-words'

const { certificate, verification } = exampleVerifyAnswer('https://certificates.example')
const nothing = { replacement_certificate: null, error: null }
const found = { serial: certificate.serial, found: true, certificate, verification, ...nothing }
const words = JSON.stringify(listPageWords(createTranslator('en')))
const { isRefused, verdictOf } = listWords({ dataset: { words } } as unknown as HTMLElement)

it.each([
  [null, 'genuine', 'Genuine and current'],
  [certificate.recipient.full_name, 'genuine', 'Genuine and current'],
  ['Ben Okafor', 'unknown', 'Genuine, but another name'],
])('where %j is expected, the row is %s: %s', (expected, tone, heading) => {
  const row = newRow({ serial: certificate.serial, expected, result: rowResult(found, 0, 0) })
  expect(verdictOf(row)).toEqual({ tone, heading })
})

it.each([
  ['verified', false],
  ['withdrawn', true],
  ['expired', true],
  ['superseded', true],
  ['issuer_suspended', true],
  ['invalid', true],
  ['undetermined', false],
] as const)('a row that reads %s is counted with those not to be accepted: %s', (status, refused) => {
  const result = { ...rowResult(found, 0, 0), status }
  expect(isRefused(newRow({ serial: certificate.serial, result }))).toBe(refused)
})

it.each([
  ['7K3M-9QXT-2VBD-8RWN', true],
  ['7K3M-9QXT-2VBD-8RWM', false],
  ['NMC-17', false],
])('where no certificate has %s, the row is counted with them: %s', (serial, refused) => {
  const result = { ...rowResult(found, 0, 0), status: 'not_found' as const }
  expect(isRefused(newRow({ serial, result }))).toBe(refused)
})

it('of a state that a newer service may know, and this page does not, nothing is said', () => {
  const result = { ...rowResult(found, 0, 0), status: 'frozen' as 'verified' }
  const row = newRow({ serial: certificate.serial, result })
  expect(verdictOf(row)).toEqual({ tone: 'unknown', heading: 'Could not check just now' })
  expect(isRefused(row)).toBe(false)
})
