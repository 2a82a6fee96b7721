import { describe, expect, it } from 'vitest'
import { readAlphabets } from './read-alphabets'

const read = (text: string) =>
  readAlphabets({ bytes: new Uint8Array(Buffer.from(`full_name,b\n${text}`, 'latin1')), mostRows: 10_000 })

/** The words of each reading, which must not be the same in two. */
async function shown(text: string): Promise<string[]> {
  const readings = await read(text)
  if (typeof readings === 'string') return [readings]
  const words = readings.map((reading) => reading.shown.join('|'))
  expect(new Set(words).size).toBe(words.length)
  return words
}

describe('readAlphabets', () => {
  it('shows what tells the readings apart, wherever it stands', async () => {
    const alike = Array.from({ length: 3000 }, (_, at) => `J\xf6rg M\xfcller ${at},x\n`).join('')
    expect(await shown(`${alike}Ji\xf8\xed,x\n`)).toEqual([
      'Jiøí|Jörg Müller 0|Jörg Müller 1|Jörg Müller 2',
      'Jiří|Jörg Müller 0|Jörg Müller 1|Jörg Müller 2',
      expect.stringContaining('Jiųķ') as string,
    ])
  })

  it('asks by four words at most where these tell all apart', async () => {
    for (const words of await shown('Ay\xfee,Y\xfdlmaz\n\xddsmail,G\xfcl\xfeah\nDo\xf0an,\xf6\n'))
      expect(words.split('|')).toHaveLength(4)
  })

  it('says that no alphabet has what is none', async () => {
    expect(await shown('J\x81\xff\x90\xfe,\xff\xff\n')).toEqual(['alphabet'])
  })

  it.each([
    [
      'rows of names',
      Array.from({ length: 10_000 }, (_, at) => `J\xf6rg ${at} N\xe1\xe8ek,${'x'.repeat(450)}\n`).join(''),
    ],
    ['one word', '\xc8'.repeat(5_000_000)],
    ['one cell of many words', '\xc8\xe2 '.repeat(1_600_000)],
    ['many cells', '\xc8,\xe2\n'.repeat(10_000)],
  ])('takes no time that others wait for, whatever is sent: %s', async (_what, text) => {
    const before = process.cpuUsage()
    await read(text)
    expect(process.cpuUsage(before).user).toBeLessThan(5_000_000)
  })
})
