import { expect, it } from 'vitest'
import { withAsciiDomain } from './ascii-domain'

it.each([
  ['ana@müller.example', 'ana@xn--mller-kva.example'],
  ['ana@例え.テスト', 'ana@xn--r8jz45g.xn--zckzah'],
  ['Ana.O@Example.ORG', 'Ana.O@Example.ORG'],
  ['öz@müller.example', 'öz@xn--mller-kva.example'],
  ['"a@b"@müller.example', '"a@b"@xn--mller-kva.example'],
])('%s is named %s to every server', (written, named) => expect(withAsciiDomain(written)).toBe(named))
