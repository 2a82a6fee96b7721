import { describe, expect, it } from 'vitest'
import { readListRows } from '@/lib/scan/list/read-rows'
import { judgeTypedLinks } from './judge-typed-links'
import { readTypedText, sureSerials } from './read-typed-text'

const ORIGINS: [string] = ['https://verify.northshore.example']
const OURS = 'https://verify.northshore.example/verify/'
const OWN = '7K3M-9QXT-2VBD-8RWN'
const once = encodeURIComponent
const twice = (text: string) => once(once(text))

/** Addresses of hosts that nobody here knows, in which a link of ours stands whole, with the serial in it. */
const WRAPPED: readonly (readonly [address: string, serial: string])[] = [
  [`https://stranger.test/r?u=${once(`${OURS}${OWN}`)}`, OWN],
  [`https://stranger.test/r?u=${once(`${OURS}ACME-2026-0017`)}`, 'ACME-2026-0017'],
  [`https://stranger.test/r?u=${twice(`${OURS}ACME-2026-0017`)}`, 'ACME-2026-0017'],
  [`https://stranger.test/r?u=${once(`${OURS}7K3M9QXT2VBD8RWN`)}`, OWN],
  [
    `https://stranger.test/r?u=${once('https://verify.northshore.example/verify?serial=ACME-2026-0017')}`,
    'ACME-2026-0017',
  ],
  [`https://stranger.test/${OURS}ACME-2026-0017`, 'ACME-2026-0017'],
  // What only resembles a known program, and one that is told two places.
  [`https://google.ab.test/x?u=${once(`${OURS}${OWN}`)}`, OWN],
  [`https://www.google.com/url?x=${once(`${OURS}${OWN}`)}&q=${once('https://evil.test/forged')}`, OWN],
]

describe('a link of a stranger that holds one of ours', () => {
  it.each(WRAPPED)('is named beside its serial: %s', (address, serial) => {
    expect(readTypedText(address, ORIGINS)).toEqual({ kind: 'serial', serial, elsewhere: [address] })
    expect(judgeTypedLinks([address], ORIGINS)).toMatchObject({ lookalike: false, rewritten: true })
  })

  it.each(WRAPPED)('stands beside its serial in a list: %s', (address, serial) => {
    const rows = readListRows(`Name\tSerial\nAna Müller\t${address}\nBen Ito\t${OURS}${OWN}`, ORIGINS)
    expect(rows[0]).toMatchObject({ serial, expected: 'Ana Müller', typed: expect.stringContaining('://') })
    expect(rows[1]).toEqual({ serial: OWN, expected: 'Ben Ito', typed: null })
  })

  it.each(WRAPPED)('makes only a serial of our form a sure one: %s', (address, serial) => {
    expect(sureSerials(address, ORIGINS)).toEqual(serial === OWN ? [OWN] : [])
  })

  it.each([
    'https://stranger.test/verify.northshore.example/verify/',
    `https://stranger.test/?${OURS.replace('https://', '')}`,
    `https://stranger.test/r?u=${once('https://verify.northshore.example@evil.test/verify/')}`,
    `https://stranger.test/r?u=${once('https://verify.northshore.example.evil.test/verify/')}`,
  ])('stays red where it only names us: %s', (address) => {
    expect(judgeTypedLinks([`${address}${OWN}`], ORIGINS)).toMatchObject({ lookalike: true })
  })
})

it.each([
  `[${OURS}${OWN}](https://evil.test/verify/${OWN})`,
  `[${OURS}${OWN}/](https://evil.test/verify/${OWN} "a title")`,
  `See [verify.northshore.example/verify/${OWN}](https://evil.test/verify/${OWN}).`,
  `[${OWN}](https://evil.test/verify/${OWN})`,
])('a link that shows one of ours and leads to a stranger names where it leads: %s', (text) => {
  const elsewhere = [`https://evil.test/verify/${OWN}`]
  expect(readTypedText(text, ORIGINS)).toEqual({ kind: 'serial', serial: OWN, elsewhere })
})

describe('a link of ours that was changed on its way', () => {
  it.each([
    `${OURS}ACME@17?from=${OWN}`,
    `https://verify.northshore.example/en/verify/ACME-17?ref=${OWN}`,
    `https://verify.northshore.example/report?id=ACME-17&from=${OWN}`,
    `https://verify.northshore.example/en/ACME-17/${OWN}`,
    `https://verify.northshore.example/verified-by-us/2026#${OWN}`,
  ])('leads to no other certificate than it names: %s', (address) => {
    expect(readTypedText(address, ORIGINS)).toEqual({ kind: 'nothing' })
  })

  it.each([
    `https://verify.northshore.example/de/verify/${OWN}`,
    `https://verify.northshore.example//verify//${OWN}`,
    `https://verify.northshore.example/VERIFY%252F${OWN}`,
    `https://verify.northshore.example/verify?serial=3D${OWN}&x=ACME-2026-0017`,
    `${OURS}${OWN.replaceAll('-', '%252D')}`,
    `${OURS}${OWN.replaceAll('-', '=2D')}`,
  ])('leads to the certificate that it names: %s', (address) => {
    expect(readTypedText(address, ORIGINS)).toEqual({ kind: 'serial', serial: OWN })
  })

  it.each([`${OWN}-01`, `${OWN}_A`, `${OWN}.17`, `${OWN}/2`, `${OWN.replaceAll('-', '')}-A`])(
    'leads to the number of an issuer that begins like one of ours: %s',
    (serial) => {
      expect(readTypedText(`${OURS}${serial}`, ORIGINS)).toEqual({ kind: 'serial', serial })
      expect(readTypedText(`${OURS}${encodeURIComponent(serial)}`, ORIGINS)).toEqual({ kind: 'serial', serial })
    },
  )

  it.each(['.Sent', '/amp', '.html', '&from=2026', ').', '-', '%20was'])('leads to the serial before %s', (words) => {
    expect(readTypedText(`${OURS}${OWN}${words}`, ORIGINS)).toEqual({ kind: 'serial', serial: OWN })
  })
})
