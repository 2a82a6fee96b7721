/**
 * The most that a letter is wide in any of the Latin faces (regular, italic, semi-bold, serif or not), in parts of the size of
 * the type: enough to see that most words fit without setting them.
 */
const WIDTHS: readonly (readonly [number, string])[] = [
  [0.37, " ·'‘’.,:;jliı-‐!`´()J[]"],
  [0.51, 'ĵĺļìíîïīĭįĩľĴIÌÍÎÏĨĪĬĮİfªº/\\tţťŧ{}°“”"_rŕŗřsśŝşš?¿–'],
  [0.61, 'cçćĉċčzźżžSŚŜŞŠ§*|yýÿŷ$+0123456789<=>^~x«»×vęeaàáâãäåèéêëāăąēĕėěếễkķF'],
  [0.68, 'ZŹŻŽTŢŤoøòóôõöōŏőÞPELÈÉÊËĒĔĖĘĚĹĻĽĿŁYÝŶŸbdgpqþďĝğġģCÇĆĈĊČđhuùúûüĥũūŭůűųủµħnñńņň#BXRŔŖŘ'],
  [0.77, 'VßKĶAÀÁÂÃÄÅĀĂĄGĜĞĠĢDÐĎĐ&UÙÚÛÜŨŪŬŮŰŲ'],
  [0.91, 'OQÒÓÔÕÖØŌŎŐÑŃŅŇHNĤĦ©®…wŵ%æ'],
  [1.1, '@MÆmŒœ—WŴ'],
]
const WIDTH_OF = new Map(
  WIDTHS.flatMap(([width, letters]) => Array.from(letters, (letter) => [letter, width] as const)),
)

/** The letters of which a width is known, for tests. */
export const KNOWN_LETTERS = [...WIDTH_OF.keys()].join('')

/**
 * The most that a text takes on one line, in parts of the size of the type.
 * @returns null for words that have other letters: those have to be set to be measured
 */
export function lineWidth(text: string): number | null {
  let all = 0
  for (const letter of text) {
    const width = WIDTH_OF.get(letter)
    if (width === undefined) return null
    all += width
  }
  return all
}
