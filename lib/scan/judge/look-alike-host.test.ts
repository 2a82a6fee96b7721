import fc from 'fast-check'
import { domainToUnicode } from 'node:url'
import { describe, expect, it } from 'vitest'
import { decodedLabel } from '@/lib/scan/read/decoded-label'
import { editDistance } from './edit-distance'
import { lookAlikeHost } from './look-alike-host'

describe('lookAlikeHost', () => {
  it.each([
    ['certs.example.org', 'certs.example.org', null],
    ['other.example.org', 'certs.example.org', null],
    ['cert.example.org', 'certs.example.org', 'spelt_like_ours'],
    ['certs.exarnple.org', 'certs.example.org', 'letters_like_ours'],
    ['certs.exampie.org', 'certs.example.org', 'spelt_like_ours'],
    ['certs.example.org.uk', 'certs.example.org', 'our_name_other_ending'],
    ['certs.example.co.uk', 'certs.example.org.uk', 'our_name_other_ending'],
    ['example.org.pay.test', 'certs.example.org', 'our_name_inside'],
    ['certsexampleorg.test', 'certs.example.org', 'our_name_inside'],
    ['secure-example.test', 'certs.example.org', 'our_name_inside'],
    ['certs.a.org', 'certs.b.org', 'spelt_like_ours'],
    ['github.com', 'certs.example.org', null],
    ['127.0.0.2', '127.0.0.1', null],
    ['localhost.test', 'localhost', null],
    ['[::2]', '[::1]', null],
  ])('%s beside %s: %s', (host, own, resemblance) => {
    expect(lookAlikeHost(host, own)).toBe(resemblance)
  })
})

describe('decodedLabel', () => {
  it.each([
    ['xn--nrthshre-nbhf', 'nоrthshоre'],
    ['xn--bcher-kva', 'bücher'],
    ['xn--fsqu00a', '例子'],
    ['plain', 'plain'],
    ['xn--', ''],
    ['xn--\u00e4', 'xn--\u00e4'],
    ['xn--99999999999', 'xn--99999999999'],
  ])('%s is %s', (label, text) => {
    expect(decodedLabel(label)).toBe(text)
  })

  it('reads what the platform writes', () => {
    const letters = fc.string({
      unit: fc.constantFrom(...'abzäößéçñжяωαλعبم中国日本語한국กขค'),
      minLength: 1,
      maxLength: 12,
    })
    fc.assert(
      fc.property(letters, (label) => {
        const url = `https://${label}.test`
        fc.pre(URL.canParse(url))
        const host = new URL(url).hostname
        expect(host.split('.').map(decodedLabel).join('.')).toBe(domainToUnicode(host))
      }),
    )
  })
})

describe('editDistance', () => {
  it.each([
    ['same', 'same', 0],
    ['same', 'sane', 1],
    ['same', 'smae', 1],
    ['same', 'sam', 1],
    ['same', 'other', 3],
    ['', 'abc', 3],
  ])('%s and %s: %i', (one, other, distance) => {
    expect(editDistance(one, other, 2)).toBe(distance)
  })
})
