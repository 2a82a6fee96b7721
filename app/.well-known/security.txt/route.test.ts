import { afterEach, describe, expect, it } from 'vitest'
import { parseEnv, setEnv } from '@/lib/env'
import { GET } from './route'

const BASE_URL = 'https://verify.test'

afterEach(() => setEnv(parseEnv(process.env)))

async function fields(variables: Record<string, string> = {}): Promise<Map<string, string>> {
  setEnv(parseEnv({ ...process.env, BASE_URL, ...variables }))
  const answer = await GET(new Request(`${BASE_URL}/.well-known/security.txt`))
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
  const text = await answer.text()
  expect(text.endsWith('\n')).toBe(true)
  // RFC 9116 section 2.2: a field a line, a name, a colon, a value.
  const lines = text.trimEnd().split('\n')
  for (const line of lines) expect(line).toMatch(/^[A-Za-z-]+: \S.*$/)
  const found = new Map(lines.map((line) => [line.split(': ')[0] ?? '', line.split(': ').slice(1).join(': ')] as const))
  expect(found.size).toBe(lines.length)
  return found
}

describe('security.txt', () => {
  it('names the page for reports where nothing else is configured, and what RFC 9116 asks for', async () => {
    const found = await fields()
    expect(found.get('Contact')).toBe(`${BASE_URL}/report`)
    expect(found.get('Canonical')).toBe(`${BASE_URL}/.well-known/security.txt`)
    expect(found.get('Preferred-Languages')?.split(', ')).toContain('en')
    const ahead = Date.parse(found.get('Expires') ?? '') - Date.now()
    expect(ahead).toBeGreaterThan(30 * 86_400_000)
    expect(ahead).toBeLessThan(365 * 86_400_000)
  })

  it.each([
    ['security@example.org', 'mailto:security@example.org'],
    ['mailto:security@example.org', 'mailto:security@example.org'],
    ['https://example.org/security', 'https://example.org/security'],
  ])('names %s as configured', async (given, named) => {
    expect((await fields({ SECURITY_CONTACT: given })).get('Contact')).toBe(named)
  })

  it.each(['http://example.org', 'nobody', 'https://', 'javascript:x', 'a@b\nContact: x', 'https://example.org/ x'])(
    'refuses %j as a contact',
    (given) => {
      expect(() => parseEnv({ SECURITY_CONTACT: given })).toThrow(/^SECURITY_CONTACT must be/)
    },
  )
})
