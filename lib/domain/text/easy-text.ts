/** Rows of keys of the keyboards that most people write on, each read both ways. */
const ROWS = [
  ...[
    '1234567890',
    'qwertyuiop',
    'asdfghjkl',
    'zxcvbnm',
    'qwertzuiop',
    'yxcvbnm',
    'azertyuiop',
    'qsdfghjklm',
    'wxcvbn',
  ],
  ...[
    'йцукенгшщзхъ',
    'фывапролджэ',
    'ячсмитьбю',
    'ضصثقفغعهخحجد',
    'شسيبلاتنمكط',
    'ئءؤرلاىةوزظ',
    '!@#$%^&*()',
    '!"§$%&/()=',
  ],
]

const NEXT_KEYS = new Set(
  ROWS.flatMap((row) =>
    [...row].flatMap((key, at, keys) => (at === 0 ? [] : [`${keys[at - 1]}${key}`, `${key}${keys[at - 1]}`])),
  ),
)

/** A text without differences of case, width and composition, which nobody who guesses minds. */
export function plainText(text: string): string {
  return text.normalize('NFKC').toLowerCase().normalize('NFC')
}

/** The shortest beginning that the whole text repeats; the text itself where it repeats none. */
export function shortestUnit(text: string): string {
  for (let length = 1; 2 * length <= text.length; length++) {
    const unit = text.slice(0, length)
    if (unit.repeat(Math.ceil(text.length / length)).startsWith(text)) return unit
  }
  return text
}

/** How many characters do not follow from the one before them: as the same, as its neighbour in a row of keys, or in an alphabet. */
export function countUnexpected(characters: readonly string[]): number {
  return characters.filter((one, at) => {
    const before = characters[at - 1]
    if (before === undefined) return true
    const step = (one.codePointAt(0) ?? 0) - (before.codePointAt(0) ?? 0)
    return Math.abs(step) > 1 && !NEXT_KEYS.has(`${before}${one}`)
  }).length
}
