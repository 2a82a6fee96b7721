import { describe, expect, it, vi } from 'vitest'
import { withoutMailAddress } from './without-mail-address'

describe('withoutMailAddress', () => {
  it.each([
    ['Ana Müller <ana@example.org>', 'Ana Müller'],
    ['"Müller, Ana" <ana@example.org>;', 'Müller, Ana'],
    ['Ana Müller (ana@example.org)', 'Ana Müller'],
    ['Ana Müller [mailto:ana@example.org]', 'Ana Müller'],
    ['<ana@example.org> Ana Müller', 'Ana Müller'],
    ['محمد بن عبد الله <m@example.org>', 'محمد بن عبد الله'],
    ['Ana "Nana" Müller', 'Ana "Nana" Müller'],
    ['"Ana"', '"Ana"'],
    ['ana@example.org', 'ana@example.org'],
    ['<ana@example.org>', '<ana@example.org>'],
    ['Ana (born Li)', 'Ana (born Li)'],
    ['Ana Müller , ; <ana@example.org> ; ,', 'Ana Müller'],
    ['Ana <ana@example.org>, Ben <ben@example.org>', 'Ana Ben'],
    ['Ana <a@b@example.org>', 'Ana <a@b@example.org>'],
    ['', ''],
  ])('reads %j as %j', (text, name) => expect(withoutMailAddress(text)).toBe(name))

  /** The texts that an expression looked through while these are read, and the expressions. */
  function lookedThrough(...texts: string[]): { longest: number; expressions: string[] } {
    const matching = vi.spyOn(RegExp.prototype, 'exec')
    for (const text of texts) withoutMailAddress(text)
    const seen = matching.mock.calls.map(([text]) => text.length)
    const expressions = (matching.mock.contexts as RegExp[]).map(({ source }) => source)
    matching.mockRestore()
    return { longest: Math.max(0, ...seen), expressions }
  }

  it('looks through nothing that has no @, nor through what is longer than a name with its address', () => {
    const wide = ' '.repeat(30_000)
    expect(lookedThrough(`Ana${wide}x`, `Ana${','.repeat(30_000)}x`, '').longest).toBe(0)
    const texts = [`Ana${wide}<ana@example.org>`, `Ana <${'@'.repeat(30_000)}`, `Ana ${'<a@'.repeat(10_000)}`]
    expect(lookedThrough(...texts).longest).toBe(0)
    for (const text of texts) expect(withoutMailAddress(text)).toBe(text)
  })

  it('begins no search at each of many marks in a row', () => {
    const { expressions } = lookedThrough(`Ana${' ,;'.repeat(200)}x <ana@example.org>${' ,;'.repeat(50)}x`)
    expect(expressions.length).toBeGreaterThan(0)
    expect(expressions.filter((source) => /^\[[^\]]*\][*+]/.test(source))).toEqual([])
  })
})
