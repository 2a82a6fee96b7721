import { describe, expect, it } from 'vitest'
import { changedWords, NO_WORDS, readOwnWords } from './own-words'

describe('readOwnWords', () => {
  it('takes words as they were typed, and nothing for no words', () => {
    expect(readOwnWords('description', ' Trains seafarers.\r\n\r\n<b>Since 1911</b> ')).toEqual({
      ok: true,
      text: 'Trains seafarers.\n\n<b>Since 1911</b>',
    })
    expect(readOwnWords('contact', 'مكتب القبول، 04 123 45 67')).toEqual({
      ok: true,
      text: 'مكتب القبول، 04 123 45 67',
    })
    for (const field of ['description', 'contact', 'website'] as const)
      expect(readOwnWords(field, ' \n ')).toEqual({ ok: true, text: null })
  })

  it.each(['https://a.example/about', 'https://nörth.example/'])('takes the website %s', (typed) => {
    expect(readOwnWords('website', typed)).toEqual({ ok: true, text: new URL(typed).href })
  })

  it.each([
    'http://a.example/',
    'javascript:alert(1)',
    'https://user@a.example/',
    'https://user:secret@a.example/',
    'a.example',
    'data:text/html,x',
  ])('refuses the website %s', (typed) => {
    expect(readOwnWords('website', typed)).toEqual({ ok: false, why: 'address' })
  })

  it.each([
    ['description', 'a\u202eb'],
    ['description', 'a\u0000b'],
    ['contact', 'one\ntwo'],
    ['contact', 'a\u200bb'],
  ] as const)('refuses %s that shows something else than it says', (field, typed) => {
    expect(readOwnWords(field, typed)).toMatchObject({ ok: false, why: 'text' })
  })

  it('counts characters, not halves of them', () => {
    expect(readOwnWords('description', '😀'.repeat(2000))).toMatchObject({ ok: true })
    expect(readOwnWords('description', '😀'.repeat(2001))).toEqual({ ok: false, why: 'length' })
    expect(readOwnWords('contact', 'x'.repeat(201))).toEqual({ ok: false, why: 'length' })
  })
})

describe('changedWords', () => {
  it('names what is another', () => {
    expect(changedWords(NO_WORDS, { ...NO_WORDS, contact: 'a@b.example', website: null })).toEqual(['contact'])
    expect(changedWords(NO_WORDS, { ...NO_WORDS })).toEqual([])
  })
})
