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
const { verdictOf } = listWords({ dataset: { words } } as unknown as HTMLElement)

it.each([
  [null, 'genuine', 'Genuine and current'],
  [certificate.recipient.full_name, 'genuine', 'Genuine and current'],
  ['Ben Okafor', 'unknown', 'Genuine, but another name'],
])('where %j is expected, the row is %s: %s', (expected, tone, heading) => {
  const row = newRow({ serial: certificate.serial, expected, result: rowResult(found, 0, 0) })
  expect(verdictOf(row)).toEqual({ tone, heading })
})
