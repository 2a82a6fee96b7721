import { describe, expect, it } from 'vitest'
import { workingPool } from '@/lib/store/database/database'
import { useServiceDatabase } from '@/test/database/service-database'
import { askedWords } from './asked-words'
import { wordRanges } from './search-by-words'

useServiceDatabase()

/** Whether a certificate of that name is found by what was typed, to the letter or only near to it. */
async function found(typed: string, name: string): Promise<'exactly' | 'near' | 'not'> {
  const { rows } = await workingPool().query<{ held: string[] }>(
    'SELECT certificate_search_words($1, NULL, NULL) AS held',
    [name],
  )
  const held = rows[0]?.held ?? []
  const isFound = async (near: boolean) => {
    const asked = await askedWords({ name: typed, registrationNumber: null, eventTitle: null, near })
    return asked?.every((one) =>
      wordRanges(one).some(({ first, past }) => held.some((word) => word >= first && word < past)),
    )
  }
  if (await isFound(false)) return 'exactly'
  return (await isFound(true)) ? 'near' : 'not'
}

describe('a name that was typed', () => {
  it.each([
    ['Anne Marie Dubois', 'Annemarie Dubois'],
    ['Anne-Marie', 'Dubois, Annemarie'],
    ['Xiao-Ming Li', 'Li Xiaoming'],
    ['van der Berg', 'Jan Vanderberg'],
    ['Li Na', 'Lina Meier'],
    ['عبد الله', 'عبدالله الحربي'],
    ['Abd Allah', 'عبدالله'],
    ['Jörg Müller', 'Joerg Mueller'],
    ['Joerg MUELLER', 'Jörg Müller'],
    ['JÖRG', 'Joerg'],
    ['Søren Åberg', 'Soeren Aaberg'],
    ['Soeren Aaberg', 'Søren Åberg'],
    ['Aase', 'Åse'],
    ['Ægir', 'Aegir'],
    ['Joerg-Uwe', 'Jörg Uwe'],
    ['Manuel Noel', 'Manuel Noël'],
    ['Muel', 'Mueller'],
    ['al Harbi', 'Alharbi'],
    ['张国华', '張國華'],
    ['張國華', '张国华'],
    ['国华', '張國華'],
    ['張 國華', '张国华'],
    ['渡边', '渡邊正男'],
    ['渡邊', '渡辺正男'],
    ['后发', '後髮'],
  ])('%s finds %s', async (typed, name) => {
    expect(await found(typed, name)).toBe('exactly')
  })

  it.each([
    ['Annemarie', 'Anne-Marie Dubois'],
    ['Xiaoming', 'Li Xiao Ming'],
    ['Vanderberg', 'Jan van der Berg'],
    ['Muellerluedenscheid', 'Müller-Lüdenscheid'],
    ['عبدالله', 'عبد الله الحربي'],
    ['हिन्दी', 'हिंदी'],
    ['जाकिर', 'ज़ाकिर'],
    ['Jorg', 'Joerg'],
    ['Mohamed', 'Muhammad'],
    ['Katarina', 'Catharina'],
  ])('%s leads to %s where nothing fits to the letter', async (typed, name) => {
    expect(await found(typed, name)).toBe('near')
  })

  it.each([
    ['Joe', 'Jonas'],
    ['Michael', 'Michalski'],
    ['Noel', 'Nolan'],
    ['A B', 'Abdul'],
    ['Anne Marie', 'Anne Dubois'],
    ['Annemarie', 'Anne Dubois'],
    ['Annemarie', 'Marie Curie'],
    ['Li', 'Lee'],
    ['Mia', 'Ma'],
    ['Schneider', 'Schnell'],
    ['张国华', '張國英'],
    ['国', '圓'],
  ])('%s does not find %s', async (typed, name) => {
    expect(await found(typed, name)).toBe('not')
  })

  it('finds an event in other characters', async () => {
    const [typed, title] = ['国际焊接工程师资格证书考试', '國際焊接工程師資格證書考試']
    const { rows } = await workingPool().query<{ held: string[] }>(
      `SELECT certificate_search_words('Ana', NULL, $1) AS held`,
      [title],
    )
    for (const eventTitle of [typed, '国际', title]) {
      const asked = await askedWords({ name: null, registrationNumber: null, eventTitle })
      const ranges = asked?.flatMap(wordRanges) ?? []
      expect(rows[0]?.held.some((word) => ranges.some(({ first, past }) => word >= first && word < past))).toBe(true)
    }
  })

  it('asks for nothing where it has no letter', async () => {
    const nothing = { name: null, registrationNumber: null, eventTitle: null }
    expect(await askedWords({ ...nothing, name: '--' })).toBeNull()
    expect(await askedWords({ ...nothing, name: 'Ana', registrationNumber: '/' })).toBeNull()
    expect(await askedWords({ ...nothing, name: 'Ana', eventTitle: '&' })).toBeNull()
    expect(await askedWords(nothing)).toEqual([])
  })

  it('asks for no more the longer it is', async () => {
    const asked = await askedWords({
      ...{ registrationNumber: null, eventTitle: null, near: true },
      name: 'ab cd ef '.repeat(60),
    })
    expect(asked?.join(' ').split(' ').length).toBeLessThan(600)
  })
})
