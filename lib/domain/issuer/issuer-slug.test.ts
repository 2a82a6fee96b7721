import { describe, expect, it } from 'vitest'
import { isUuid } from '@/lib/domain/text/uuid'
import { checkSlug } from './issuer-slug'

const UUID = '0f8fad5b-d9cb-469f-a165-70867728950e'

describe('checkSlug', () => {
  it.each(['acme', 'north-shore', '3m-academy', 'a1b', 'a'.repeat(63)])('accepts %s', (slug) => {
    expect(checkSlug(slug)).toEqual({ ok: true, slug })
  })

  it.each([
    ['ab', /3 to 63/],
    ['a'.repeat(64), /3 to 63/],
    ['Acme', /only the letters/],
    ['acme--x', /only the letters/],
    ['-acme', /only the letters/],
    ['acme-', /only the letters/],
    ['ac.me', /only the letters/],
    ['acme\n', /only the letters/],
    ['ácme', /only the letters/],
    [UUID, /UUID/],
    ['verify', /reserved/],
    ['not-available', /reserved/],
  ])('refuses %j', (slug, reason) => {
    const result = checkSlug(slug)
    expect(result.ok ? '' : result.reason).toMatch(reason)
  })
})

describe('isUuid', () => {
  it('knows a UUID in any case', () => {
    expect(isUuid(UUID)).toBe(true)
    expect(isUuid(UUID.toUpperCase())).toBe(true)
  })

  it.each(['', UUID.replaceAll('-', ''), `${UUID}\n`, ` ${UUID}`, UUID.replace('0', 'g'), UUID.slice(1)])(
    'refuses %j',
    (text) => {
      expect(isUuid(text)).toBe(false)
    },
  )
})
