import { describe, expect, it } from 'vitest'
import { parseEnv } from '@/lib/env'

const KEY = Buffer.alloc(32, 7).toString('base64')

describe('a variable', () => {
  it.each([
    ['PORT', ' 3000 ', 3000],
    ['PORT', '3000\r', 3000],
    ['PORT', ' ', 3000],
    ['PORT', '\r', 3000],
    ['NODE_ENV', 'production\r', 'production'],
    ['KEY_ENCRYPTION_KEY', `${KEY}\r\n`, KEY],
    ['METRICS_TOKEN', '\t0123456789abcdef\r', '0123456789abcdef'],
    ['BASE_URL', ' https://verify.example.org/\r', 'https://verify.example.org'],
    ['LOG_LEVEL', '', 'info'],
    ['JOURNAL_DIR', '', undefined],
    ['MAIL_FROM', '"The desk" <desk@example.org>', { name: 'The desk', address: 'desk@example.org' }],
  ] as const)(
    '%s means the same with white space around it, and nothing where it is blank (%j)',
    (name, value, read) => {
      expect(parseEnv({ [name]: value })[name]).toEqual(read)
    },
  )

  it.each(['/data\r', ' /data', '/data ', ' ', '\r', './data\n'])('of a folder has none around it (%j)', (path) => {
    for (const name of ['DATA_DIR', 'JOURNAL_DIR', 'LOG_DIR', 'LOG_KEY_FILE', 'LOG_POLICY'])
      expect(() => parseEnv({ [name]: path })).toThrow(
        new Error(`${name} must not begin or end with white space, as lines of Windows do.`),
      )
    expect(parseEnv({ DATA_DIR: '/my data' }).DATA_DIR).toBe('/my data')
  })

  it.each([`"${KEY}"`, `'${KEY}'`, `"${KEY}"\r`, '""'])(
    'does not stand in quotes, which are not repeated (%j)',
    (value) => {
      for (const name of ['KEY_ENCRYPTION_KEY', 'DATA_DIR', 'METRICS_TOKEN'])
        expect(() => parseEnv({ [name]: value })).toThrow(new Error(`${name} must not stand in quotes.`))
    },
  )

  it('of somebody else’s may be anything', () => {
    expect(parseEnv({ PS1: '"> "', PORT: '1' }).PORT).toBe(1)
  })
})
