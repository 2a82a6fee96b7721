import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { csvSafeCell } from '@/lib/domain/issue/csv-cell'
import { guessColumns } from '@/lib/domain/issue/guess-columns'
import { cleanText } from './clean-text'

const NAMES: [script: string, name: string][] = [
  ['Latin', 'María José Ñandú'],
  ['Latin, apostrophes', "Sinéad O'Connor-D’Arcy"],
  ['Latin, Vietnamese', 'Nguyễn Thị Phượng'],
  ['Latin, Turkish', 'İbrahim Yıldız'],
  ['Latin, click letters', 'ǃXóõ ǁKhauǂEin'],
  ['Latin, okina', 'Kaʻahumanu'],
  ['Yoruba tone marks', 'Ṣadé Ọ̀ṣun'],
  ['Greek', 'Ἀριστοτέλης Νικόλαος'],
  ['Cyrillic', 'Юлия Щербакова'],
  ['Armenian', 'Արամ Խաչատրյան'],
  ['Georgian', 'ნინო ბერიძე'],
  ['Hebrew', 'דָּוִד בֶּן־גּוּרִיּוֹן'],
  ['Hebrew with a grapheme joiner', 'יְרוּשָׁלִַ\u034fם'.replace('ִַ\u034f', '\u05b7\u034f\u05b4')],
  ['Arabic with marks', 'مُحَمَّد عَبْدُ ٱللّٰه'],
  ['Persian with ZWNJ', 'علی\u200cرضا محمد\u200cزاده'],
  ['Urdu', 'فاطمہ جناح'],
  ['Syriac', 'ܐܦܪܝܡ ܣܘܪܝܝܐ'],
  ['Thaana', 'މުޙައްމަދު'],
  ['N’Ko', 'ߛߏߟߏߡߊߣߊ ߞߊ߲ߕߍ'],
  ['Adlam', '𞤀𞤣𞤤𞤢𞤥 𞤆𞤵𞤤𞤢𞤪'],
  ['Ethiopic', 'ዐቢይ አሕመድ'],
  ['Devanagari', 'श्रीमती लक्ष्मी'],
  ['Hindi with ZWJ', 'शर्मा क्\u200dष गर्\u200dयो'],
  ['Hindi with ZWNJ', 'राजन्\u200cकुमार'],
  ['Bengali, ya-phala after ZWJ', 'র\u200d্যাচেল'],
  ['Gurmukhi', 'ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ'],
  ['Gujarati', 'નરેન્દ્ર'],
  ['Odia', 'ଜଗନ୍ନାଥ'],
  ['Tamil', 'ஸ்ரீதர் கிருஷ்ணன்'],
  ['Telugu', 'శ్రీనివాస్\u200cరెడ్డి'],
  ['Kannada', 'ಕೃಷ್ಣ ರ\u200d್ಕ'],
  ['Malayalam with ZWJ at the end', 'മോഹന്\u200d ലാല്\u200d'],
  ['Sinhala with ZWJ', 'ශ්\u200dරී චන්ද්\u200dරිකා'],
  ['Thai', 'สมชาย ใจดี'],
  ['Lao', 'ສົມສັກ'],
  ['Khmer', 'សុខ សុភ័ក្ត្រ'],
  ['Myanmar', 'အောင်ဆန်းစုကြည်'],
  ['Tibetan', 'བསྟན་འཛིན་རྒྱ་མཚོ'],
  ['Mongolian with a vowel separator', 'ᠰᠠᠷᠠ\u180eᠠ ᠭ\u180bᠠ'],
  ['Cherokee', 'ᏍᏏᏉᏯ'],
  ['Canadian syllabics', 'ᐃᓄᒃᑎᑐᑦ'],
  ['Tifinagh', 'ⵎⴰⵙⵉⵏⵉⵙⴰ'],
  ['Han', '王小明'],
  ['Han of plane 2', '𠮷野𡈽屋'],
  ['Han with an ideographic selector', '葛\u{e0100}城'],
  ['Japanese', 'ヤマダ・タロウ やまだ'],
  ['Hangul', '김민수'],
  ['Balinese', 'ᬓ᭄ᬢᬸᬢ᭄'],
  ['Bopomofo', 'ㄨㄤˊ'],
  ['Latin with four marks', 'Ana\u0328\u0304\u0301\u0303\u0300'],
  ['Hebrew with accents', 'בְּשָׁ\u05bc\u0596\u05bdם'],
  ['Tibetan stacks', 'ཧྐྵྨླྺྼྻྂ'],
  ['Myanmar with everything', 'ကျွှိုံ့း'],
]

describe('cleanText accepts', () => {
  it.each(NAMES)('a name in %s', (_, name) => {
    expect(cleanText(name, { field: 'full_name', maxLength: 200, required: true })).toEqual({
      ok: true,
      text: name.normalize('NFC'),
    })
  })

  it('covers at least 25 scripts', () => {
    expect(NAMES.length).toBeGreaterThanOrEqual(25)
  })

  it.each(['Hackathon 🚀', 'I ❤\uFE0F Rust', '1st place: 100 % “C++ & C#”', '½ marathon — 5 km'])(
    'the title %s',
    (title) => {
      expect(cleanText(title, { field: 'event_title' })).toEqual({ ok: true, text: title })
    },
  )

  it('makes NFC and trims spaces of every kind', () => {
    expect(cleanText(' \u00a0\u3000Jose\u0301 Lo\u0301pez \u2003', { field: 'full_name' })).toEqual({
      ok: true,
      text: 'José López',
    })
  })

  it('is idempotent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (value) => {
        const once = cleanText(value, { field: 'x' })
        if (once.ok) expect(cleanText(once.text, { field: 'x' })).toEqual(once)
      }),
    )
  })
})

describe('cleanText refuses', () => {
  it.each([
    ['bel', 'Ann\u0007', 'a control character (U+0007) at position 4'],
    ['NUL', '\u0000', 'a control character (U+0000) at position 1'],
    ['tab', 'A\tB', 'a control character (U+0009) at position 2'],
    ['line end', 'Ann\n', 'a control character (U+000A) at position 4'],
    ['C1', 'A\u0085', 'a control character (U+0085) at position 2'],
    ['line separator', 'A\u2028B', 'a line separator (U+2028) at position 2'],
    ['override', 'A\u202eB', 'a character that changes the direction of writing (U+202E) at position 2'],
    ['isolate', 'A\u2066B', 'a character that changes the direction of writing (U+2066) at position 2'],
    ['tag', '🏴\u{e0067}', 'a tag character (U+E0067) at position 2'],
    ['Hangul filler', 'A\u3164', 'an invisible filler character (U+3164) at position 2'],
    ['half-width filler', 'A\uffa0', 'an invisible filler character (U+FFA0) at position 2'],
    ['choseong filler', '\u115f', 'an invisible filler character (U+115F) at position 1'],
    ['jungseong filler', '\u1160', 'an invisible filler character (U+1160) at position 1'],
    ['soft hyphen', 'An\u00adna', 'an invisible filler character (U+00AD) at position 3'],
    ['zero width space', 'An\u200bna', 'an invisible filler character (U+200B) at position 3'],
    ['word joiner', 'An\u2060na', 'an invisible filler character (U+2060) at position 3'],
    ['byte order mark', 'An\ufeffna', 'an invisible filler character (U+FEFF) at position 3'],
    ['blank braille', '\u2800', 'an invisible filler character (U+2800) at position 1'],
    ['private use', 'A\ue000', 'a private-use character (U+E000) at position 2'],
    ['private use, plane 16', 'A\u{10fffd}', 'a private-use character (U+10FFFD) at position 2'],
    ['unassigned', 'A\u0378', 'an unassigned character (U+0378) at position 2'],
    ['noncharacter', 'A\uffff', 'a noncharacter (U+FFFF) at position 2'],
    ['lone surrogate', '😀\ud800', 'half of a surrogate pair (U+D800) at position 2'],
    ['replacement character', 'Jos\ufffd', 'the mark of text that was read in a wrong encoding (U+FFFD) at position 4'],
    ['ZWNJ in Latin', 'An\u200cna', 'a joiner outside the scripts that use joiners (U+200C) at position 3'],
    ['ZWJ in emoji', '👩\u200d🎓', 'a joiner outside the scripts that use joiners (U+200D) at position 2'],
    ['ZWNJ at the end', 'علی\u200c', 'a joiner outside the scripts that use joiners (U+200C) at position 4'],
    ['two joiners', 'علی\u200c\u200cرضا', 'a joiner outside the scripts that use joiners (U+200C) at position 4'],
    ['joiner without virama', 'रा\u200dम', 'a joiner outside the scripts that use joiners (U+200D) at position 3'],
    ['selector on Latin', 'A\ufe0f', 'a variation selector where none belongs (U+FE0F) at position 2'],
    ['selector twice', '葛\u{e0100}\u{e0101}', 'a variation selector where none belongs (U+E0101) at position 3'],
    [
      'a tower of marks',
      `T${'\u0302'.repeat(140)}`,
      'more marks on one letter than any script writes (U+0302) at position 6',
    ],
    [
      'a tower of marks below and above, parted by a joiner of graphemes',
      'Q\u0331\u0331\u0331\u034f\u0310',
      'more marks on one letter than any script writes (U+0310) at position 6',
    ],
    [
      'rings around rings',
      `P${'\u20dd\u0489'.repeat(3)}`,
      'more marks on one letter than any script writes (U+20DD) at position 6',
    ],
    [
      'a tower of Thai tones',
      `ก${'\u0e49'.repeat(5)}`,
      'more marks on one letter than any script writes (U+0E49) at position 6',
    ],
    [
      'a tower of Hebrew points',
      `ב${'\u05b4'.repeat(9)}`,
      'more marks on one letter than any script writes (U+05B4) at position 10',
    ],
    ['Mongolian separator in Latin', 'A\u180eB', 'an invisible filler character (U+180E) at position 2'],
  ])('%s', (_, value, reason) => {
    expect(cleanText(value, { field: 'full_name' })).toEqual({ ok: false, reason: `full_name holds ${reason}` })
  })

  it('an empty text only where one is required', () => {
    expect(cleanText(' \u3000', { field: 'full_name', required: true })).toEqual({
      ok: false,
      reason: 'full_name is missing',
    })
    expect(cleanText('', { field: 'email' })).toEqual({ ok: true, text: '' })
  })

  it('what is too long, counted in characters after cleaning', () => {
    expect(cleanText(' 𠮷𠮷 ', { field: 'x', maxLength: 2 }).ok).toBe(true)
    expect(cleanText('𠮷𠮷𠮷', { field: 'x', maxLength: 2 })).toEqual({
      ok: false,
      reason: 'x has 3 characters; at most 2 are allowed',
    })
  })

  it('nothing by throwing', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(0xffff)), (units) => {
        const result = cleanText(String.fromCharCode(...units), { field: 'x', maxLength: 50 })
        if (result.ok) expect(result.text.isWellFormed()).toBe(true)
      }),
    )
  })
})

describe('a pile of marks on one letter', () => {
  afterEach(() => vi.restoreAllMocks())

  it.each([
    ...['a\u0301', 'a\u0301\u0323', '\u0301', '\u0345\u0334', 'ア\u3099', '\u05D0\u05B0\u05B1', 'क\u093C\u094D'],
    ...['\u0B95\u0BBE\u0BCD', 'e\u20DD', '\u{1D15F}\u{1D165}\u0300', 'Ann '.repeat(20)],
  ])('is never put in order: %j', (letter) => {
    const normalize = vi.spyOn(String.prototype, 'normalize')
    const cell = letter + (letter.at(-1) === ' ' ? '\u0301' : (letter.at(-1) ?? '')).repeat(5000)
    expect(cleanText(cell, { field: 'x' })).toMatchObject({
      ok: false,
      reason: expect.stringContaining('more marks on'),
    })
    guessColumns([cell])
    csvSafeCell(cell)
    expect(normalize.mock.contexts.map((text) => String(text).length).filter((length) => length > 40)).toEqual([])
  })

  it('that some script writes is put in order', () => {
    expect(cleanText('ק\u05BC\u05B8\u0591 a\u0301\u0323', { field: 'x' })).toEqual({
      ok: true,
      text: 'ק\u05B8\u05BC\u0591 \u1EA1\u0301',
    })
  })
})

describe('csvSafeCell', () => {
  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])('disarms %j', (cell) => {
    expect(csvSafeCell(cell)).toBe(`'${cell}`)
  })

  it.each(['Ann', '', "'=1", ' Ann', 'a=b'])('leaves %j alone', (cell) => {
    expect(csvSafeCell(cell)).toBe(cell)
  })
})
