import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ownPath } from './own-path'

describe('ownPath', () => {
  it.each([
    ['/', '/'],
    ['/verify/7K3M-9QXT-2VBD-8RWN', '/verify/7K3M-9QXT-2VBD-8RWN'],
    ['/verify?serial=a%2Fb', '/verify?serial=a%2Fb'],
    ['/docs#errors', '/docs'],
    ['/verify/%2F%2Fevil.example', '/verify/%2F%2Fevil.example'],
    ['/a/../b', '/b'],
    ['/Zürich', '/Z%C3%BCrich'],
    ['/@evil.example', '/@evil.example'],
    ['/a\r\nset-cookie: lang=x', '/aset-cookie:%20lang=x'],
  ])('takes %j', (text, path) => expect(ownPath(text)).toBe(path))

  it.each([
    '',
    'verify',
    'https://evil.example/',
    'HTTPS:evil.example',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\/evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n//evil.example',
    '\t//evil.example',
    ' //evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    '/%2e//evil.example',
    '/.\\/evil.example',
    '//user@evil.example',
    '//[',
    'javascript:alert(1)',
    `/${'a'.repeat(2000)}`,
  ])('refuses %j', (text) => expect(ownPath(text)).toBeNull())

  it('never leads away, whatever it is given', () => {
    const piece = fc.constantFrom(
      '/',
      '\\',
      '.',
      '..',
      '\t',
      '\n',
      '%2e',
      '%2f',
      '@',
      ':',
      'evil.example',
      '?',
      '#',
      ' ',
    )
    const here = 'https://verify.example.org'
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const path = ownPath(pieces.join(''))
        if (path !== null) expect(new URL(path, `${here}/language`).origin).toBe(here)
      }),
      { numRuns: 2000 },
    )
  })
})
