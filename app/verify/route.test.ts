import { beforeAll, describe, expect, it } from 'vitest'
import { parseEnv, setEnv } from '@/lib/env'
import { GET } from './route'

beforeAll(() => setEnv(parseEnv({ BASE_URL: 'https://verify.example.org' })))

const ask = (query: string) => GET(new Request(`http://localhost:3000/verify${query}`))

describe('answers', () => {
  it('the form with the page of the serial, as a path', async () => {
    const response = await ask('?serial=+7k3m+9qxt+2vbd+8rwn+')
    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toBe('/verify/7k3m%209qxt%202vbd%208rwn')
  })

  it.each([
    ['//evil.example', '/verify/%2F%2Fevil.example'],
    ['a/b?c#d', '/verify/a%2Fb%3Fc%23d'],
    ['😀', '/verify/%F0%9F%98%80'],
  ])('%s without leaving the site', async (serial, location) => {
    const response = await ask(`?serial=${encodeURIComponent(serial)}`)
    expect(response.headers.get('location')).toBe(location)
  })

  it.each(['', '?serial=', '?serial=%20%20'])('nothing (%s) with the form', async (query) => {
    const response = await ask(query)
    expect([response.status, response.headers.get('location')]).toEqual([303, '/'])
  })
})

describe('refuses', () => {
  it.each(['.', '..', 'x'.repeat(201)])('what no path carries', async (serial) => {
    const response = await ask(`?serial=${serial}`)
    expect(response.status).toBe(404)
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    expect(await response.text()).toContain('No such certificate')
  })
})
