import { expect, it } from 'vitest'
import { listedSerials } from './listed-serials'
import { readListRows } from './read-rows'

const ORIGINS = ['https://verify.example.org'] as const
const [ONE, TWO] = ['7K3M-9QXT-2VBD-8RWN', '0000-0000-0000-001Z']
const MAIL = 'Subject: two\nMIME-Version: 1.0\n\n'

it.each([
  ['no number beside one of ours in a line', `P1234567 N7654321 ${ONE}`, [ONE]],
  ['no number below a head of passports', `Name;Passport\nAna Li;P1234567\nBen Wu;${ONE}`, [ONE]],
  [
    'every row, in its order',
    `${ONE}\nto follow\nNOTHING\nNS/2024/0042`,
    [ONE, 'to follow', 'NOTHING', 'NS/2024/0042'],
  ],
  [
    'of a letter its serials, and none of its words',
    `Dear Ben,\nsee https://verify.example.org/verify/${ONE} and\nSerial: ${TWO}\nBest regards, Ana`,
    [ONE, TWO],
  ],
  ['each certificate once', `${ONE}\n${TWO}\n${ONE.toLowerCase()}`, [ONE, TWO]],
  ['of a saved mail its serials', `${MAIL}Ana Li, P1234567\nplease see ${ONE}, and\n${TWO}`, [ONE, TWO]],
])('looks up %s, as the page with scripts does', (_, text, serials) => {
  expect(listedSerials(text, ORIGINS)).toEqual(serials)
  const sent = readListRows(text, ORIGINS).flatMap(({ serial }) => serial ?? [])
  expect([...new Set(sent.map((serial) => serial.toUpperCase()))]).toEqual(
    serials.filter((serial) => /\d/.test(serial)),
  )
})
