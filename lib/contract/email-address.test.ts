import { expect, it } from 'vitest'
import { emailAddress, withAsciiDomain } from './email-address'
import { watchRequestShape } from './watch'

it.each([
  ['ana@müller.example', 'ana@xn--mller-kva.example'],
  ['ana@例え.テスト', 'ana@xn--r8jz45g.xn--zckzah'],
  ['Ana.O@Example.ORG', 'Ana.O@Example.ORG'],
  ['öz@müller.example', 'öz@xn--mller-kva.example'],
  ['"a@b"@müller.example', '"a@b"@xn--mller-kva.example'],
])('%s is named %s to every server', (written, named) => expect(withAsciiDomain(written)).toBe(named))

it('is taken with letters of any language in its domain, from programs too', () => {
  const asked = watchRequestShape.parse({ serials: ['S'], email: ' ana@müller.example\n' })
  expect(asked.email).toBe('ana@xn--mller-kva.example')
})

it.each([
  'öz@example.org',
  'ana@müller.example/x',
  'ana@müller.example?x',
  'ana@mül\tler.example',
  'ana@%6düller.example',
  'ana@mül ler.example',
  'ana@müller.example, b@x.example',
  'ana@',
  '',
  'a@b\r\nBcc: c@d.example',
])('is not %j', (written) => expect(emailAddress.safeParse(written).success).toBe(false))
