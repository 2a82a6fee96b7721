import { expect, it } from 'vitest'
import { decodePercents } from './decode-percents'

const HEX = '0123456789abcdefABCDEF'
const BYTES = Array.from({ length: 256 }, (_, byte) => `%${byte.toString(16).padStart(2, '0')}`)
/** The ends of every range of RFC 3629, section 4, and what stands beside them. */
const EDGES = [
  0x00, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf, 0xe0, 0xe1, 0xec, 0xed, 0xee, 0xef,
]
  .concat([0xf0, 0xf1, 0xf3, 0xf4, 0xf5, 0xff])
  .map((byte) => BYTES[byte] ?? '')

function byPlatform(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

it('reads what the platform reads, and nothing else', () => {
  const others = ['%', '%%', '%4', '%4g', '%%41', '%4%31', '%u0041', 'a%', '100% of', '\ud800%41', '%ED%A0%80', '']
  const pairs = BYTES.flatMap((first) => BYTES.map((second) => first + second))
  const longer = EDGES.flatMap((a) =>
    EDGES.flatMap((b) => EDGES.flatMap((c) => [a + b + c, ...EDGES.map((d) => a + b + c + d)])),
  )
  const signs = [...HEX].map((sign) => `%4${sign}`)
  const unlike = [...others, ...pairs, ...longer, ...signs].filter((text) => decodePercents(text) !== byPlatform(text))
  expect(unlike).toEqual([])
})
