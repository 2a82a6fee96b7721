import { LIKE_DASHES } from '@/lib/domain/certificate/serial'
import { plainLetters } from '@/lib/domain/text/plain-letters'

const LINE_END = /[\n\v\f\r\u0085\u2028\u2029]/
const SPACE = /[\p{White_Space}\p{Cc}\p{Co}]/u
const DASH = /\p{Dash}/u
/** Between letters of a serial alone: one of them makes a Japanese vowel long. */
const LIKE_DASH = new RegExp(`(?<=[0-9A-Za-z])[${LIKE_DASHES}](?=[0-9A-Za-z])`, 'g')
/** Letters and digits in the faces of formulas, with which people write bold where no program lets them. */
const OF_FORMULAS = /[\u{1D400}-\u{1D7FF}]/u
const UNSEEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/u

/**
 * A text in the characters that serials and addresses are written in: any kind of dash becomes a hyphen, any space a
 * space, any end of a line a line feed; wide characters and digits of other scripts become ASCII; what cannot be seen
 * (soft hyphens, joiners, marks of direction) goes. Marks of quoted mail before a line go, too.
 * @param longest how many characters of the text are looked at
 */
export function plainCharacters(text: string, longest: number): string {
  const lines = text.slice(0, longest).replace(/\r\n/g, '\n')
  let plain = ''
  for (const character of lines) plain += plainCharacter(character)
  return plain
    .replace(LIKE_DASH, '-')
    .replace(/=\n/g, '')
    .replace(/(^|\n)[> ]+/g, '$1')
}

function plainCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0
  if (code > 0x20 && code < 0x7f) return character
  if (LINE_END.test(character)) return '\n'
  if (UNSEEN.test(character)) return ''
  if (DASH.test(character)) return '-'
  if (SPACE.test(character)) return character === '\t' ? '\t' : ' '
  return OF_FORMULAS.test(character) ? character.normalize('NFKC') : plainLetters(character)
}
