import { expect, it } from 'vitest'
import { MOST_LISTED } from '@/lib/domain/issue/read-serial-list'
import { deskSerials } from './desk-serials'

const ORIGINS = ['https://verify.example.org'] as const
const ONE = '7K3M-9QXT-2VBD-8RWN'
const looked = (...texts: string[]) => deskSerials(texts, ORIGINS)

it('looks up nothing below a head of numbers of people but serials of ours', () => {
  expect(looked('Passport\nP1234567\nP2345678')).toEqual([])
  expect(looked(`Passport\nP1234567\n${ONE}`)).toEqual([ONE])
  expect(
    looked('Passport;Name;Code\nP1234567;Ana Li;NS-2024-1\nP2345678;Ben Wu;to follow\nP3456789;Cy Ek;NS-2024-3'),
  ).toEqual(['NS-2024-1', 'to follow', 'NS-2024-3'])
  expect(looked(`Passport;Note\nP1234567;see ${ONE}\nP2345678;\nP3456789;`)).toEqual([ONE])
})

it('reads what stands below a head of serials, a table in doubt, and each certificate once', () => {
  expect(looked('Passport,Serial\nP1234567,NS/2024/0042\nP2345678,to follow')).toEqual(['NS/2024/0042', 'to follow'])
  expect(looked('A-17,NS/2024/0042\nA-18,NS/2024/0043', `${ONE}\nA-17`)).toEqual(['A-17', 'A-18', ONE])
})

it('tells that there are more than are looked up at once', () => {
  const rows = Array.from({ length: MOST_LISTED + 1 }, (_, at) => `NS-2024-${at},P${at}`)
  expect(looked(['Code,Passport', ...rows].join('\n'))).toHaveLength(MOST_LISTED + 1)
})
