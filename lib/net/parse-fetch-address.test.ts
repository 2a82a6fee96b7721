import { describe, expect, it } from 'vitest'
import { parseFetchAddress } from './parse-fetch-address'

const refusalOf = (text: string) => {
  const parsed = parseFetchAddress(text)
  return parsed.kind === 'refused' ? parsed.reason : `taken: ${parsed.url.href}`
}

describe('parseFetchAddress', () => {
  it.each([
    ['https://issuer.example.com/.well-known/did.json', 'issuer.example.com'],
    ['https://issuer.example.com', 'issuer.example.com'],
    ['HTTPS://Issuer.Example.COM/Status/1?list=2', 'issuer.example.com'],
    ['https://issuer.example.com:443/status', 'issuer.example.com'],
    ['https://xn--bcher-kva.example.com/did.json', 'xn--bcher-kva.example.com'],
    ['https://issuer.xn--p1ai/did.json', 'issuer.xn--p1ai'],
    ['https://issuer.example.com/a..b/...x/.hidden/%2e.txt', 'issuer.example.com'],
    ['https://issuer.example.com/status?next=https://a@b:1/../', 'issuer.example.com'],
  ])('%s is taken', (text, host) => {
    const parsed = parseFetchAddress(text)
    expect(parsed.kind === 'address' ? parsed.url.hostname : parsed.reason).toBe(host)
  })

  it.each([
    'http://issuer.example.com/',
    'ftp://issuer.example.com/',
    'file:///etc/passwd',
    'data:application/json,{}',
    'javascript:1',
    'did:web:issuer.example.com',
    '//issuer.example.com/',
    'https:/issuer.example.com/',
    'https:issuer.example.com/',
  ])('%s: not https', (text) => expect(refusalOf(text)).toBe('the address is not https'))

  it.each(['https://issuer.example.com:444/', 'https://issuer.example.com:80/', 'https://issuer.example.com:0/'])(
    '%s: another port',
    (text) => expect(refusalOf(text)).toBe('the port is not 443'),
  )

  it.each([
    'https://user@issuer.example.com/',
    'https://user:pass@issuer.example.com/',
    'https://@issuer.example.com/',
  ])('%s: a user', (text) => expect(refusalOf(text)).toBe('the address names a user'))

  it.each(['https://127.0.0.1/', 'https://8.8.8.8/', 'https://[::1]/', 'https://[2606:4700:4700::1111]/'])(
    '%s: an IP address',
    (text) => expect(refusalOf(text)).toBe('the host is an IP address'),
  )

  it.each([
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0x7f.0.0.1/',
    'https://0177.0.0.1/',
    'https://127.1/',
    'https://127.0.0.1./',
    'https://%31%32%37.0.0.1/',
    'https://[::ffff:127.0.0.1]/',
    'https://[0:0:0:0:0:0:0:1]/',
    'https://issuer%2eexample.com/',
    'https://issuer.example.com:0443/',
    'https://issuer.example.com:/',
  ])('%s: spelled otherwise than it is read', (text) => expect(refusalOf(text)).toBe('the host is not spelled plainly'))

  it.each([
    'https://localhost/',
    'https://LOCALHOST/',
    'https://localhost./',
    'https://a.localhost/',
    'https://printer.local/',
    'https://metadata.google.internal/',
    'https://router.home.arpa/',
    'https://x.onion/',
  ])('%s: never public', (text) => expect(refusalOf(text)).toBe('the host is not a public one'))

  it.each([
    'https://intranet/',
    'https://issuer.example.com./',
    'https://.example.com/',
    'https://issuer..example.com/',
    'https://-a.example.com/',
    'https://a-.example.com/',
    'https://under_score.example.com/',
    'https://*.example.com/',
    `https://${'a'.repeat(64)}.example.com/`,
    `https://${'a.'.repeat(130)}com/`,
  ])('%s: no full name', (text) => expect(refusalOf(text)).toBe('the host is not a full name'))

  it.each([
    'https://issuer.example.com/../secret/did.json',
    'https://issuer.example.com/a/%2e%2e/did.json',
    'https://issuer.example.com/a/.%2E/did.json',
    'https://issuer.example.com/a/./did.json',
    'https://issuer.example.com/a/%2e',
    'https://issuer.example.com/..',
  ])('%s: dot segments', (text) => expect(refusalOf(text)).toBe('the path holds “.” or “..”'))

  it.each([
    'https://bücher.example.com/',
    'https://ｌｏｃａｌｈｏｓｔ/',
    'https://①②⑦.0.0.1/',
    'https://issuer。example.com/',
    'https://issuer.example.com\\@127.0.0.1/',
    'https://issuer.example.com\\.127.0.0.1/',
    'https://issuer.example.com/a b',
    'https://issuer.example.com/\n',
    ' https://issuer.example.com/',
    'https://issuer.example.com/\r\nhost: 127.0.0.1',
    'https://local\thost/',
    'https://issuer.example.com/\u0000',
    'https://issuer.example.com/\u202e',
  ])('%j: characters', (text) => {
    expect(refusalOf(text)).toBe('the address holds characters that do not belong into one')
  })

  it.each([
    '',
    'https://',
    'https:///',
    'https://a b/',
    'https://[::1/',
    'https://256.256.256.256/',
    'https://a.com:99999/',
  ])('%s is refused', (text) => expect(parseFetchAddress(text).kind).toBe('refused'))

  it('refuses what is longer than an address needs to be', () => {
    const longest = `https://issuer.example.com/${'a'.repeat(2048 - 27)}`
    expect(parseFetchAddress(longest).kind).toBe('address')
    expect(refusalOf(`${longest}a`)).toBe('the address is too long')
  })
})
