import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareNames } from './compare-names'
import { readMachineName } from './machine-line'
import type { NameComparison } from './name-comparison'

const full = (line: string, length: number) => line.padEnd(length, '<')
const PASSPORT = full('P<UTOMULLER<<ANA<LUCIA', 44)
const SECOND = 'L898902C36UTO7408122F1204159ZE184226B<<<<<10'
const CARD = [full('I<UTOD231458907', 30), '7408122F1204159UTO<<<<<<<<<<<6', full('MULLER<<ANA<LUCIA', 30)]
const SMALL_CARD = [full('I<UTOMULLER<<ANA<LUCIA', 36), 'D231458907UTO7408122F1204159<<<<<<<6']

/** What is typed or pasted, and how it reads. */
const LINES: [string, string | null][] = [
  ['MULLER<<ANA<LUCIA', 'ANA LUCIA MULLER'],
  ['muller<<ana<lucia', 'ANA LUCIA MULLER'],
  ['MULLER<<ANA<LUCIA<<<<<<<<<<<<', 'ANA LUCIA MULLER'],
  [' MULLER << ANA < LUCIA ', 'ANA LUCIA MULLER'],
  ['VAN<DER<BERG<<JAN', 'JAN VAN DER BERG'],
  ['ARKFREITH', null],
  ['ARKFREITH<<<<<<<<', 'ARKFREITH'],
  ['MULLER<ANA', 'MULLER ANA'],
  [PASSPORT, 'ANA LUCIA MULLER'],
  [`${PASSPORT}\n${SECOND}`, 'ANA LUCIA MULLER'],
  [`${PASSPORT}${SECOND}`, 'ANA LUCIA MULLER'],
  [`${PASSPORT}\r\n${SECOND}\r\n`, 'ANA LUCIA MULLER'],
  ['P<UTOMULLER<<ANA<LUCIA', 'ANA LUCIA MULLER'],
  ['P<D<<MULLER<<ANA<LUCIA', 'ANA LUCIA MULLER'],
  [full('PMUTOMULLER<<ANA', 44), 'ANA MULLER'],
  [full('V<UTOMULLER<<ANA', 44), 'ANA MULLER'],
  [full('V<UTOMULLER<<ANA', 36), 'ANA MULLER'],
  [CARD.join('\n'), 'ANA LUCIA MULLER'],
  [CARD.join(''), 'ANA LUCIA MULLER'],
  [CARD[2] ?? '', 'ANA LUCIA MULLER'],
  [SMALL_CARD.join(' '), 'ANA LUCIA MULLER'],
  [SMALL_CARD[0] ?? '', 'ANA LUCIA MULLER'],
  [SECOND, null],
  ['Ana Müller', null],
  ['<', null],
  ['<<<<', null],
  ['', null],
  ['I <3 Ana', null],
  ['Ana <ana@a.example>', null],
]

/** A name on a certificate, a line, what comes of it, and reasons among those given. */
const PAIRS: [string, string, NameComparison['result'], ...string[]][] = [
  ['Ana-Lucía Müller', 'MULLER<<ANA<LUCIA', 'likely_same'],
  ['Ana-Lucía Müller', 'MUELLER<<ANA<LUCIA', 'likely_same', 'transliteration'],
  ['Ana-Lucía Müller', 'MUXXLLER<<ANA<LUCIA', 'likely_same'],
  ['Ana-Lucía Müller', `${PASSPORT}${SECOND}`, 'likely_same'],
  ['Ana-Lucía Müller', CARD.join(''), 'likely_same'],
  ['Ana-Lucía Müller', SMALL_CARD.join(''), 'likely_same'],
  ['Müller Ana-Lucía', 'MULLER<<ANA<LUCIA', 'likely_same'],
  ['Ana Müller', 'MULLER<<ANA<LUCIA', 'likely_same', 'middle_name_missing'],
  ['John Smith', 'SMITH<<JOHN', 'likely_same'],
  ['Conor O’Brien', 'OBRIEN<<CONOR', 'likely_same'],
  ['Jörgen Sjöberg-Ødegård', 'SJOEBERG<OEDEGAARD<<JOERGEN', 'likely_same', 'transliteration'],
  ['José Núñez', 'NUNXXEZ<<JOSE', 'likely_same'],
  ['Łukasz Wałęsa', 'WALESA<<LUKASZ', 'likely_same'],
  ['Þór Guðmundsson', 'GUDMUNDSSON<<THOR', 'likely_same', 'transliteration'],
  ['Weiß Jürgen', 'WEISS<<JUERGEN', 'likely_same'],
  ['Işık Şahin', 'SAHIN<<ISIK', 'likely_same'],
  ['Иван Петров', 'PETROV<<IVAN', 'likely_same', 'script'],
  ['Jan van der Berg', 'VAN<DER<BERG<<JAN', 'likely_same'],
  ['王小明', 'WANG<<XIAOMING', 'different'],
  ['Ana-Lucía Müller', 'MILLER<<ANA<LUCIA', 'different', 'one_letter'],
  ['Ana-Lucía Müller', 'MULLER<<EVA<MARIA', 'different'],
  ['Ana-Lucía Müller', 'SCHMIDT<<ANA<LUCIA', 'different'],
  ['John Smith', 'UTOJOHN<<SMITH', 'different'],
  // A full line is cut at its end (part 3, section 4.6).
  [
    'Bartholomew Papadopoulos-Konstantinidis',
    'P<UTOPAPADOPOULOS<KONSTANTINIDIS<<BARTHOLOME',
    'likely_same',
    'abbreviation',
  ],
  [
    'Bartholomeus Papadopoulos-Konstantinidis',
    'PAPADOPOULOS<KONSTANTINIDIS<<BARTHOLOME',
    'likely_same',
    'abbreviation',
  ],
  ['Anastasia Papadopoulos-Konstantinidis', 'P<UTOPAPADOPOULOS<KONSTANTINIDIS<<BARTHOLOME', 'different'],
  // One that is not full is not cut.
  ['Bartholomew Smith', 'SMITH<<BART', 'different'],
]

describe('readMachineName', () => {
  it.each(LINES)('%j reads %j', (line, name) => {
    const read = readMachineName(line)
    expect(read?.readings[0]?.text ?? null).toBe(name)
    for (const { text, places } of read?.readings ?? [])
      for (const [at, sign] of [...text].entries())
        if (sign !== ' ') expect([...line][places[at] ?? -1]?.toUpperCase()).toBe(sign)
  })

  it('takes any text', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Z<ß\dﬁ ]{0,95}$/), (text) => {
        const read = readMachineName(text)
        expect(
          read === null || read.readings.every(({ text: name, places }) => [...name].length === places.length),
        ).toBe(true)
      }),
    )
  })
})

describe('compareNames with a machine-readable line', () => {
  it.each(PAIRS)('%s and %s are %s', (issued, line, result, ...reasons) => {
    const there = compareNames(issued, line)
    expect(there.result).toBe(result)
    expect(there.reasons).toEqual(expect.arrayContaining(['machine_line', ...reasons]))
    const back = compareNames(line, issued)
    const { differences } = there
    expect(back).toEqual({ ...there, differences: { issued: differences.typed, typed: differences.issued } })
    if (result === 'likely_same') expect(there.reasons).not.toContain('case')
  })

  it('marks what differs where it stands in the line', () => {
    const line = 'P<UTOMILLER<<ANA<LUCIA'
    const { differences } = compareNames('Ana Lucia Muller', line)
    expect(differences.typed.map(({ start, end }) => line.slice(start, end))).toEqual(['I'])
    expect(differences.issued).toEqual([{ start: 11, end: 12 }])
  })

  it('never says that a line is the same as a name, nor two lines that are not', () => {
    expect(compareNames('SMITH<<JOHN', 'SMITH<<JOHN')).toMatchObject({ result: 'same', reasons: [] })
    expect(compareNames('SMITH<<JOHN', 'SMYTH<<JOHN').result).not.toBe('same')
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z]{1,9} [A-Za-z]{1,9}$/), (name) => {
        const [first = '', last = ''] = name.split(' ')
        expect(compareNames(name, `${last}<<${first}`).result).toBe('likely_same')
      }),
    )
  })
})
