import type { IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { headersOf, messageHeaders } from './message-headers'

const message = {
  headers: { host: 'certs.example', 'sec-fetch-site': 'cross-site', 'set-cookie': ['a=1', 'b=2'], empty: '' },
} as unknown as IncomingMessage

describe('the headers of a message', () => {
  it.each(['host', 'Sec-Fetch-Site', 'set-cookie', 'empty', 'absent'])(
    'say of %s what the standard object says',
    (name) => {
      const headers = messageHeaders(message)
      const standard = headersOf(message)
      expect([headers.get(name), headers.has(name)]).toEqual([standard.get(name), standard.has(name)])
    },
  )

  it('can be gone through, copied, and taken for standard ones', () => {
    const headers = messageHeaders(message)
    const standard = headersOf(message)
    expect(headers).toBeInstanceOf(Headers)
    expect([...headers]).toEqual([...standard])
    expect([...headers.keys()]).toEqual([...standard.keys()])
    expect([...headers.values()]).toEqual([...standard.values()])
    expect([...headers.entries()]).toEqual([...standard.entries()])
    expect([...new Headers(headers)]).toEqual([...standard])
    expect(headers.getSetCookie()).toEqual(['a=1', 'b=2'])
    const seen: string[] = []
    headers.forEach((value, name) => seen.push(`${name}: ${value}`))
    expect(seen).toEqual([...standard].map(([name, value]) => `${name}: ${value}`))
  })

  it('show what was changed in them', () => {
    const headers = messageHeaders(message)
    headers.set('host', 'other.example')
    headers.append('x', '1')
    headers.delete('empty')
    expect([headers.get('host'), headers.get('x'), headers.get('empty')]).toEqual(['other.example', '1', null])
    expect(message.headers.host).toBe('certs.example')
  })
})
