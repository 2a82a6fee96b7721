import { expect, it } from 'vitest'
import { listPageWords } from '@/components/many/list-page-words'
import type { BAD_CORRECTIONS } from '@/components/many/replaced-by'
import { exampleVerifyAnswer } from '@/lib/contract/examples'
import { LANGUAGES } from '@/lib/i18n/languages'
import { createTranslator } from '@/lib/i18n/translate'
import { newRow, rowResult } from '@/lib/scan/list/list-row'
import { exportRows } from './list-export'
import { listWords } from './list-words'

const { certificate, verification } = exampleVerifyAnswer('https://certificates.example')
const name = certificate.recipient.full_name
const { serial } = certificate

/** A row of a certificate that was replaced, whose correction stands as is said. */
const replaced = (status: (typeof BAD_CORRECTIONS)[number], expected: string, typed: string | null) => {
  const replacement = { ...certificate, serial: 'SJ79-2C06-2CKB-5CSK', status }
  const answer = { serial, found: true, certificate, verification, replacement_certificate: replacement, error: null }
  return newRow({ serial, expected, typed, result: rowResult(answer, 0, 0) })
}

it.each(LANGUAGES.map(({ code }) => code))('an export says all that the table says of a row: %s', (language) => {
  const { t } = createTranslator(language)
  const words = listWords({
    dataset: { words: JSON.stringify(listPageWords(createTranslator(language))) },
  } as unknown as HTMLElement)
  const rows = [replaced('withdrawn', name.toUpperCase(), 'Welding'), replaced('invalid', name, null)]
  const [heads = [], first = [], second = []] = exportRows(
    [...rows, newRow({ typed: 'Ana', problem: 'no_serial' })],
    words,
  )
  expect(heads.at(-1)).toBe(t('many.notes'))
  expect(first.at(-1)).toContain(t('correction.withdrawn'))
  expect(first.at(-1)).toContain(t('many.beside', { words: 'Welding' }))
  expect(first.at(-1)).toContain(t('many.sameSerial', { row: '1', other: '2' }))
  expect(second.at(-1)).toContain(t('correction.invalid'))
})
