import { expect, it } from 'vitest'
import { explainChecked } from './examine-certificates'

const one = (serial: string, reason: string, passes: boolean) => ({ serial, reason, passes })
const waits = one('A', 'it waits', true)
const lacks = one('B', 'it is lost', false)
const unread = (count: number, which: string) =>
  `Of the 9 newest certificates, checks of ${count} are answered with 503, such as ${which}.`

it.each([
  ['none of them', [], [], [['good', 'Certificates checked, the newest first: 9, all genuine.']]],
  ['those that wait for the log', [], [waits, waits], [['warning', unread(2, 'A: it waits')]]],
  ['those that do not', [], [lacks], [['bad', unread(1, 'B: it is lost')]]],
  [
    'both, and those that fail',
    ['C'],
    [waits, lacks, lacks],
    [
      ['bad', 'Certificates that fail their check: C.'],
      ['bad', unread(2, 'B: it is lost')],
      ['warning', unread(1, 'A: it waits')],
    ],
  ],
])('%s: what the doctor says of certificates that cannot be checked', (_, invalid, undetermined, said) => {
  const findings = explainChecked({ checked: 9, invalid, undetermined })
  expect(findings.map(({ result, message }) => [result, message])).toEqual(said)
})
