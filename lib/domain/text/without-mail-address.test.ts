import { describe, expect, it } from 'vitest'
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
    ['', ''],
  ])('reads %j as %j', (text, name) => expect(withoutMailAddress(text)).toBe(name))
})
