import { describe, expect, it } from 'vitest'
import { chooseLanguage } from './choose-language'

describe('what the browser asks for', () => {
  it.each([
    ['fr', 'fr'],
    ['FR', 'fr'],
    ['pt-BR', 'pt'],
    ['zh-Hans-CN', 'zh'],
    ['zh-TW,en;q=0.5', 'zh'],
    ['de-DE-1996', 'de'],
    ['nl,de;q=0.8,en;q=0.7', 'de'],
    ['en;q=0.5,ar;q=0.9', 'ar'],
    ['es;q=0.8,fr;q=0.8', 'es'],
    ['hi ; q=1.000 , en', 'hi'],
    ['hi;q=0,es;q=0.1', 'es'],
    ['pt-BR,pt;q=0,de;q=0.3', 'de'],
    ['*', 'en'],
    ['*,fr;q=0.5', 'fr'],
    ['x-klingon,tlh', 'en'],
    // `fre` and `esx` are languages of their own, not longer forms of ours.
    ['fre,esx', 'en'],
    ['fr;q=7,de;q=0.2', 'de'],
    ['fr;q=0.1234,de;q=0.2', 'de'],
    ['fr;q=nan', 'en'],
    ['', 'en'],
    [',,;;q=,=;,', 'en'],
    ['__proto__,constructor,toString', 'en'],
    [null, 'en'],
  ])('%s: %s', (header, language) => expect(chooseLanguage(null, header)).toBe(language))

  it('looks at no more ranges than a browser sends', () => {
    expect(chooseLanguage(null, `${'nl,'.repeat(31)}fr`)).toBe('fr')
    expect(chooseLanguage(null, `${'nl,'.repeat(32)}fr`)).toBe('en')
  })
})

describe('what the visitor has chosen', () => {
  it.each([
    ['ar', 'ar'],
    ['en', 'en'],
    ['nl', 'fr'],
    ['AR', 'fr'],
    ['ar; Path=/', 'fr'],
    ['__proto__', 'fr'],
    ['', 'fr'],
  ])('%s: %s', (chosen, language) => expect(chooseLanguage(chosen, 'fr')).toBe(language))
})
