import { describe, expect, it } from 'vitest'
import { namePiece, textPiece } from './text-piece'

describe('textPiece', () => {
  it.each([
    ['Sarah שרה', false],
    ['שרה Sarah', true],
    ['2026 محمد', true],
    ['(שרה) 1', true],
    ['2026', false],
    ['', false],
  ])('takes the direction from the first letter: %s', (text, rtl) => {
    expect(textPiece(text).rtl).toBe(rtl)
  })

  it.each([
    ['吉田さくら', 'ja'],
    ['김민준', 'ko'],
    ['欧阳明', 'zh'],
    ['Ana 明', null],
    ['Ana', null],
  ])('names a language only where the letters tell it: %s', (text, language) => {
    expect(textPiece(text).language).toBe(language)
  })

  it('draws Japanese with Japanese forms first, and Chinese with Chinese ones', () => {
    const order = (text: string) =>
      textPiece(text).fonts.indexOf('Noto Serif JP') < textPiece(text).fonts.indexOf('Noto Serif SC')
    expect([order('吉田さくら'), order('欧阳明')]).toEqual([true, false])
  })

  it('breaks between words only, and between words that are written without spaces', () => {
    expect(textPiece('Ana-Lucía Müller').unbreakable).toEqual(['Ana-Lucía', 'Müller'])
    const thai = textPiece('ประกาศนียบัตรความปลอดภัย')
    expect(thai.unbreakable.length).toBeGreaterThan(1)
    expect(thai.unbreakable.join('')).toBe(thai.text)
  })
})

describe('a name', () => {
  it.each([
    ['Sarah Cohen שרה כהן', 'Sarah Cohen\nשרה כהן'],
    ['ليلى حداد Leila Haddad-Smith', 'ليلى حداد\nLeila Haddad-Smith'],
    ['שרה כהן 3 Sarah', 'שרה כהן 3\nSarah'],
    ['Ana-Lucía Müller', 'Ana-Lucía Müller'],
    ['ليلى حداد', 'ليلى حداد'],
    ['Sarah שרה Cohen', 'Sarah שרה Cohen'],
    ['Sarah-שרה כהן', 'Sarah-שרה כהן'],
  ])('has a line for each of two directions: %s', (name, lines) => {
    expect(namePiece(name).text).toBe(lines)
  })
})
