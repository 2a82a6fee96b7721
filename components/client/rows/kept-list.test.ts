import { expect, it } from 'vitest'
import { exampleVerifyAnswer } from '@/lib/contract/examples'
import { isCurrent, lookedAt, needsLook, newRow, rowResult } from '@/lib/scan/list/list-row'
import { withoutNames } from './kept-list'

const { certificate, verification } = exampleVerifyAnswer('https://certificates.example')
const nothing = { replacement_certificate: null, error: null }
const result = rowResult({ serial: certificate.serial, found: true, certificate, verification, ...nothing }, 0, 0)
const row = (expected: string | null) => newRow({ serial: certificate.serial, expected, typed: 'Welding', result })
const name = certificate.recipient.full_name

it.each([name, name.toUpperCase(), 'Ben Okafor'])(
  'without its names a row that expected %j needs a look, whatever a check says',
  (expected) => {
    const before = { ...row(expected), looked: lookedAt(row(expected)) }
    const after = { ...withoutNames(before), result: { ...result, name } }
    expect([JSON.stringify(withoutNames(before)).includes(expected), needsLook(after, 0)]).toEqual([false, true])
    expect(needsLook({ ...after, looked: lookedAt(after) }, 0)).toBe(false)
    expect(withoutNames(after).isNameless).toBe(true)
  },
)

it('without the names nothing says of another person’s certificate that it is genuine', () => {
  expect(withoutNames(row('Ben Okafor')).result).toBeNull()
  expect(withoutNames(row(name)).result).toEqual({ ...result, name: null })
})

it('a row that expected none stays as it was', () => {
  const after = withoutNames(row(null))
  expect([needsLook(after, 0), isCurrent(after, 0)]).toEqual([false, true])
})
