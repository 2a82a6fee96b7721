import { describe, expect, it } from 'vitest'
import { mailValue } from './mail-value'

const shown = (text: string) => text.replace(/[\u200b\u2068\u2069]/g, '')

describe('a value of others in a message', () => {
  it.each([
    'https://evil.example/x',
    'www.evil.example',
    'evil.example',
    'boss@evil.example',
    'evil。example',
    'mailto:a@b.example',
  ])('%s is no link any more, and reads the same', (text) => {
    const value = mailValue(text, 'ltr')
    expect(value).not.toMatch(/:\/\/|www\.|\w[.。]\w|\w@\w/u)
    expect(shown(value)).toBe(text)
  })

  it('is one line', () => {
    expect(mailValue('A\r\nBcc: x\u2028y\u0000z', 'ltr')).toBe('A Bcc: x y z')
  })

  it('is left alone where it is an ordinary name', () => {
    expect(mailValue('Ana-Lucía Müller', 'ltr')).toBe('Ana-Lucía Müller')
    expect(mailValue('Dr. Ana, Ph. D.', 'ltr')).toBe('Dr. Ana, Ph. D.')
    expect(mailValue('آنا', 'rtl')).toBe('آنا')
  })

  it('is isolated where it runs the other way', () => {
    expect(mailValue('آنا', 'ltr')).toBe('\u2068آنا\u2069')
    expect(mailValue('Ana', 'rtl')).toBe('\u2068Ana\u2069')
    expect(mailValue('ߒߞߏ', 'ltr')).toBe('\u2068ߒߞߏ\u2069')
  })

  it('is isolated where it runs in both directions', () => {
    for (const dir of ['ltr', 'rtl'] as const) expect(mailValue('UNESCO كلية', dir)).toBe('\u2068UNESCO كلية\u2069')
  })
})
