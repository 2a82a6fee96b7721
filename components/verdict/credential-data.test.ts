import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { exampleVerifyAnswer } from '@/lib/contract/examples'
import { CredentialData, dataBlock } from './credential-data'

const verified = exampleVerifyAnswer('https://verify.test')
const ADDRESS = 'https://verify.test/verify/X'
const render = (answer: typeof verified) =>
  renderToStaticMarkup(createElement(CredentialData, { answer, address: ADDRESS }))
const dataOf = (html: string) =>
  JSON.parse(/^<script type="application\/ld\+json">([^<]*)<\/script>$/.exec(html)?.[1] ?? '') as Record<
    string,
    unknown
  >

describe('CredentialData', () => {
  it('says what the certificate is and who issued it, without the person', () => {
    expect(verified.verification.overall_status).toBe('verified')
    const html = render(verified)
    const { certificate } = verified
    expect(dataOf(html)).toMatchObject({
      '@type': 'EducationalOccupationalCredential',
      name: certificate.event.title,
      identifier: certificate.serial,
      url: ADDRESS,
      recognizedBy: { name: certificate.issuer.name },
    })
    expect(html).not.toContain(certificate.recipient.full_name)
    expect(html).not.toContain(certificate.recipient.registration_number ?? 'no number')
  })

  it.each(['withdrawn', 'superseded', 'issuer_suspended', 'expired', 'invalid', 'document_altered'] as const)(
    'says nothing of one that is %s',
    (overall_status) => {
      expect(render({ ...verified, verification: { ...verified.verification, overall_status } })).toBe('')
    },
  )

  it.each([
    ['Domain verified', true],
    ['Domain attested', true],
    ['Domain check lapsed', false],
    ['Domain not verified', false],
  ])('names the domain of the issuer while it can be relied on: %s', (assurance_label, isNamed) => {
    const issuer = { ...verified.certificate.issuer, verified_domain: 'issuer.example', assurance_label }
    const data = dataOf(render({ ...verified, certificate: { ...verified.certificate, issuer } }))
    expect(JSON.stringify(data).includes('https://issuer.example')).toBe(isNamed)
  })

  it('lets nothing out of its element, whatever an event is called', () => {
    for (const title of ['</script><script>alert(1)</script>', '<!--<script>', ']]>', '&lt;', '\u2028', '"\\']) {
      const html = render({
        ...verified,
        certificate: { ...verified.certificate, event: { ...verified.certificate.event, title } },
      })
      expect(html.match(/</g)).toHaveLength(2)
      expect(dataOf(html).name).toBe(title)
    }
    expect(dataBlock({ a: '<>&' })).toBe('{"a":"\\u003c\\u003e\\u0026"}')
  })
})
