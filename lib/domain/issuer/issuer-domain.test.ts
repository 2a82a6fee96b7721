import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkDomain } from './issuer-domain'

describe('checkDomain', () => {
  it.each([
    ['northshore.example', 'northshore.example'],
    ['NorthShore.Example', 'northshore.example'],
    [' acme.org ', 'acme.org'],
    ['certs.acme.co.uk', 'certs.acme.co.uk'],
    ['acme.github.io', 'acme.github.io'],
    ['müller.de', 'xn--mller-kva.de'],
    ['xn--mller-kva.de', 'xn--mller-kva.de'],
    ['пример.рф', 'xn--e1afmkfd.xn--p1ai'],
    ['例え。jp', 'xn--r8jz45g.jp'],
    ['demo.test', 'demo.test'],
    ['1.2.3.example', '1.2.3.example'],
  ])('accepts %s', (text, domain) => {
    expect(checkDomain(text)).toEqual({ ok: true, domain })
  })

  it.each([
    ['', /host name/],
    ['localhost', /two labels/],
    ['example', /two labels/],
    ['com', /two labels/],
    ['co.uk', /public suffix/],
    ['github.io', /public suffix/],
    ['公司.cn', /public suffix/],
    ['東京.jp', /public suffix/],
    ['192.0.2.1', /IP address/],
    ['0x7f.1', /IP address/],
    ['127.1', /IP address/],
    ['[2001:db8::1]', /host name/],
    ['https://acme.org', /host name/],
    ['acme.org:443', /host name/],
    ['acme.org/x', /host name/],
    ['me@acme.org', /host name/],
    ['acme.org.', /valid host name/],
    ['acme..org', /valid host name/],
    ['-acme.org', /valid host name/],
    ['ac_me.org', /host name/],
    ['ac\tme.org', /host name/],
    ['*.acme.org', /host name/],
    ['xn--a.org', /valid host name/],
    [`${'a'.repeat(64)}.org`, /valid host name/],
    [`${'a.'.repeat(130)}org`, /valid host name/],
    ['acme.local', /no public top-level domain/],
    ['acme.internal', /no public top-level domain/],
    ['printer.lan', /no public top-level domain/],
  ])('refuses %j', (text, reason) => {
    const result = checkDomain(text)
    expect(result.ok ? result.domain : result.reason).toMatch(reason)
  })

  it('never throws, and accepts its own answer', () => {
    fc.assert(
      fc.property(fc.oneof(fc.domain(), fc.string({ unit: 'binary' })), (text) => {
        const result = checkDomain(text)
        if (result.ok) expect(checkDomain(result.domain)).toEqual(result)
      }),
    )
  })
})
