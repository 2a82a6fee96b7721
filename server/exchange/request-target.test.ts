import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseRequestTarget } from './request-target'

describe('parseRequestTarget', () => {
  it.each([
    ['/', ['']],
    ['/verify/7K3M-9QXT', ['verify', '7K3M-9QXT']],
    ['/verify/7K3M-9QXT?a=/../b', ['verify', '7K3M-9QXT']],
    ['/verify/AB%2F12', ['verify', 'AB/12']],
    ['/verify/AB%252F12', ['verify', 'AB%2F12']],
    ['/verify/%F0%9F%98%80', ['verify', '😀']],
    ['/issuers/', ['issuers', '']],
    ['/%61pi/x', ['api', 'x']],
    ['/a%20b/a+b', ['a b', 'a+b']],
    ['/verify/...', ['verify', '...']],
    ['/verify/%0A7K3M%09%C2%85', ['verify', '\n7K3M\t\u0085']],
    ['/a%0d%0aset-cookie:x', ['a\r\nset-cookie:x']],
    ['/api/a%00b', ['api', 'a\uFFFDb']],
    ['/verify/%0A%00', ['verify', '\n\uFFFD']],
    ['/verify/%02A%1f%7f%c2%80', ['verify', '\uFFFDA\uFFFD\uFFFD\uFFFD']],
    ['/%00/verify', ['\uFFFD', 'verify']],
  ])('%s', (raw, segments) => expect(parseRequestTarget(raw)).toMatchObject({ segments, raw }))

  it.each([
    ['/api/%ZZ', true],
    ['/api/%', true],
    ['/api/%C3', true],
    ['/api/%ED%A0%80', true],
    ['/%ZZ/api', true],
    ['/verify/%ZZ', false],
    ['/api/../secret', true],
    ['/api/%2e%2E/secret', true],
    ['/verify/..', false],
    ['/verify/.', false],
    ['/api/a\\b', true],
    ['/\\evil.example', false],
    ['/api/%5c', true],
    ['/api/é', true],
    ['/api/a#b', true],
  ])('%s is not found', (raw, isApi) => expect(parseRequestTarget(raw)).toEqual({ refused: 'not_found', isApi }))

  it.each([
    ['//evil.example', '/evil.example', false],
    ['///evil.example//x/', '/evil.example/x', false],
    ['//', '/', false],
    ['//api/x', '/api/x', true],
    ['/api//x', '/api/x', true],
    ['/verify//x', '/verify/x', false],
    ['//verify//AB%2F12//?a=//b', '/verify/AB%2F12?a=//b', false],
    ['//%2Fevil.example', '/%2Fevil.example', false],
  ])('%s is not found, and is %s with single slashes', (raw, joined, isApi) =>
    expect(parseRequestTarget(raw)).toEqual({ refused: 'not_found', isApi, joined }),
  )

  it.each(['//evil.example/..', '//verify/%2e', '/verify//\\x', '/\t/evil.example', '//verify/#'])(
    'of %j nothing is made',
    (raw) => expect(parseRequestTarget(raw)).not.toHaveProperty('joined'),
  )

  it('never joins what a browser would read as another host', () => {
    const part = fc.constantFrom('', '/', '//', 'evil.example', '%2F', '%5C', '\\', '\t', '.', ':', '@', '?', 'x')
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
        const target = parseRequestTarget(`/${parts.join('')}`)
        const joined = 'refused' in target ? (target.joined ?? '/') : '/'
        expect(new URL(joined, 'https://verify.test').origin).toBe('https://verify.test')
      }),
    )
  })

  it.each(['', '*', 'http://localhost/api/x', 'localhost:443', 'api/x'])('"%s" is malformed', (raw) =>
    expect(parseRequestTarget(raw)).toEqual({ refused: 'malformed', isApi: true }),
  )

  it('gives back every segment that was encoded once', () => {
    const segment = fc
      .string({ minLength: 1, unit: 'binary' })
      .filter((text) => !/(?!\p{White_Space})\p{Cc}|[\\\p{Cs}]|^\.\.?$/u.test(text))
    fc.assert(
      fc.property(fc.array(segment, { minLength: 1 }), (segments) => {
        const target = parseRequestTarget(`/${segments.map(encodeURIComponent).join('/')}`)
        expect(target).toMatchObject({ segments })
      }),
    )
  })

  it('never throws', () => {
    fc.assert(fc.property(fc.string(), (text) => parseRequestTarget(`/${text}`) !== undefined))
  })
})
