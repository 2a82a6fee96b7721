import { describe, expect, it } from 'vitest'
import { judgeTypedLinks } from '@/lib/scan/typed/judge-typed-links'
import { readTypedText } from '@/lib/scan/typed/read-typed-text'
import { BESIDE_LINKS, LINK_SPELLINGS, NO_LINKS, ODD_SERIALS, ONLY_ELSEWHERE } from '@/test/tables/link-spellings.table'

const OURS = 'verify.northshore.example'
const ORIGINS: [string] = [`https://${OURS}`]
const [SERIAL, OTHER] = ['7K3M-9QXT-2VBD-8RWN', 'H8NC-4R2W-6PTX-9QAK']

const read = (text: string) => readTypedText(text, ORIGINS)

describe('the field for a serial', () => {
  it.each(Object.entries(LINK_SPELLINGS))('takes a link of ours, and none of another host: %s', (_, write) => {
    expect(read(write(OURS, SERIAL))).toEqual({ kind: 'serial', serial: SERIAL })
    const typed = read(write('evil.example', SERIAL))
    const addresses = typed.kind === 'elsewhere' ? typed.addresses : []
    expect(judgeTypedLinks(addresses, ORIGINS), JSON.stringify(typed)).toMatchObject({ host: 'evil.example' })
  })

  it.each(Object.entries(ONLY_ELSEWHERE))('takes no link of another host: %s', (_, write) => {
    const typed = read(write(SERIAL))
    const addresses = typed.kind === 'elsewhere' ? typed.addresses : []
    expect(judgeTypedLinks(addresses, ORIGINS)?.host, JSON.stringify(typed)).toMatch(/./)
  })

  it.each(Object.entries(BESIDE_LINKS))('names a link that the serial may belong to: %s', (_, write) => {
    const typed = read(write(SERIAL))
    expect(typed).toMatchObject({ kind: 'serial', serial: SERIAL })
    const addresses = typed.kind === 'serial' ? (typed.elsewhere ?? []) : []
    expect(judgeTypedLinks(addresses, ORIGINS)?.host, JSON.stringify(typed)).toMatch(/^evil\.?exa?m?(?:ple)?$/)
  })

  it.each(NO_LINKS.map((write) => write(SERIAL)))('knows what is no link: %j', (text) => {
    expect(read(text)).toEqual({ kind: 'serial', serial: SERIAL })
  })

  it.each(Object.entries(ODD_SERIALS))('answers none of two serials as if it were alone: %s', (_, write) => {
    for (const text of [`${SERIAL}\n${write(OTHER)}`, `See ${SERIAL} and ${write(OTHER)} too`])
      expect(read(text)).toEqual({ kind: 'several', serials: [SERIAL, OTHER] })
  })
})
