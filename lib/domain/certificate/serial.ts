import { plainLetters } from '@/lib/domain/text/plain-letters'

/** Crockford's base32 alphabet: no I, L, O and U. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const OWN_SHAPE = /^[0-9A-HJKMNP-TV-Z]{16}$/
const POSSIBLE_KEY = /^[0-9A-Z](?:[/._]?[0-9A-Z]){3,63}$/
/** Dashes are ignored in matching, so 32 hexadecimal digits are the id of a certificate as soon as they are grouped. */
const ID_KEY = /^[0-9A-F]{32}$/

/** The longest text that is read as a serial at all; the longest serial that can exist has 127 characters. */
const LONGEST_TEXT = 200

/**
 * What a Japanese keyboard writes in the place of a dash, lines of a box, and what browsers copy out of a PDF where a line ends behind a dash:
 * no serial holds one.
 */
export const LIKE_DASHES = String.raw`\u2500\u2501\u30FC\uFF70\uFFFE`
/**
 * What may stand between the characters of a serial, as a class of an expression with `u`: spaces, dashes, and what copying leaves
 * without being seen, such as soft hyphens, joiners and marks of direction.
 */
export const BETWEEN_CHARACTERS = String.raw`[\p{White_Space}\p{Dash}${LIKE_DASHES}\p{Default_Ignorable_Code_Point}]`
const IGNORED = new RegExp(BETWEEN_CHARACTERS, 'u')
/** The end of a sentence, or what parts one item of a list from the next: no serial ends with it. */
const CLOSING = /[.,;:!?\u2026\u060C\u061B\u3001\u3002]{1,16}$/

/** What each ASCII character becomes in a key. */
const FOLDED: readonly string[] = Array.from({ length: 128 }, (_, code) => {
  const upper = String.fromCharCode(code).toUpperCase()
  if (IGNORED.test(upper)) return ''
  if (upper === 'O') return '0'
  if (upper === 'I' || upper === 'L') return '1'
  return upper
})

/** Multiplies by α = 2 in GF(32) with x⁵ + x² + 1. */
function timesAlpha(value: number): number {
  const doubled = value << 1
  return doubled & 32 ? doubled ^ 0b100101 : doubled
}

/** The check character of 15 characters: value(c₁₆) = Σ αⁱ·value(cᵢ), by Horner's rule from the last one. */
function checkCharacter(fifteen: string): string {
  let sum = 0
  for (let i = 14; i >= 0; i--) sum = timesAlpha(sum ^ ALPHABET.indexOf(fifteen.charAt(i)))
  return ALPHABET.charAt(sum)
}

/**
 * The one character that makes a rightly checked serial of ours of fifteen others.
 * @param fifteen of its characters, as a key has them
 * @param at the place of the missing one, from 0
 */
export function missingCharacter(fifteen: string, at: number): string {
  const sixteen = `${fifteen.slice(0, at)}0${fifteen.slice(at)}`
  let value = ALPHABET.indexOf(checkCharacter(sixteen.slice(0, 15))) ^ ALPHABET.indexOf(sixteen.charAt(15))
  // Its place i multiplies by αⁱ, the check character's by 1; α³¹ is 1.
  for (let times = at < 15 ? 31 - (at + 1) : 0; times > 0; times--) value = timesAlpha(value)
  return ALPHABET.charAt(value)
}

/**
 * A new serial of the service (spec part 2): 15 random Crockford base32 characters and a check character.
 * @param randomBytes 10 bytes of a cryptographic random source; 75 of their 80 bits are used
 * @returns four groups of four, such as `7K3M-9QXT-2VBD-8RWN`
 * @throws RangeError unless there are exactly 10 bytes
 */
export function generateSerial(randomBytes: Uint8Array): string {
  if (randomBytes.length !== 10) throw new RangeError('A serial is made of exactly 10 random bytes')
  let bits = randomBytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n)
  let fifteen = ''
  for (let i = 0; i < 15; i++) {
    fifteen += ALPHABET.charAt(Number(bits & 31n))
    bits >>= 5n
  }
  return displaySerial(fifteen + checkCharacter(fifteen))
}

/**
 * A new serial by which a person, and whatever reads a text, tells it from words: it is drawn again, once in some 340 times, until a
 * letter stands beside a digit in one of its groups.
 * @param randomBytes gives that many bytes of a cryptographic random source
 */
export function drawSerial(randomBytes: (size: number) => Uint8Array): string {
  let serial = generateSerial(randomBytes(10))
  while (!/\d[A-Z]|[A-Z]\d/.test(serial)) serial = generateSerial(randomBytes(10))
  return serial
}

/**
 * The matching form of whatever somebody sent as a serial (spec part 2): case (of ASCII letters), spaces and dashes of every Unicode
 * kind, whatever cannot be seen and the marks that end a sentence are ignored; full-width letters and the digits of other scripts are
 * read as ASCII, O as 0, I and L as 1. Every other character stays as it is, so that a text that merely looks like a serial matches none.
 * Never throws, for any string. A text of more than 200 characters gives a key that matches none but stays distinct.
 * @returns the key; ask `couldBeSerial` before it goes to the database, since it may hold NUL or lone surrogates
 */
export function serialKey(text: string): string {
  if (text.length > LONGEST_TEXT) return `~${text}`
  let key = ''
  for (const character of text) {
    const folded = FOLDED[character.charCodeAt(0)]
    if (folded !== undefined) key += folded
    else if (!IGNORED.test(character))
      for (const plain of plainLetters(character)) key += FOLDED[plain.charCodeAt(0)] ?? plain
  }
  return key.replace(CLOSING, '')
}

/** Words in the place of a serial in our addresses, which are therefore never serials (spec part 1). */
const RESERVED_KEYS = new Set(['verify', 'pdf', 'file', 'status', 'artifacts', 'batch'].map(serialKey))

/** Whether a segment of a text is one of these words, in any spelling. */
export const isReserved = (segment: string): boolean => RESERVED_KEYS.has(serialKey(segment))

/**
 * Whether a key, as `serialKey` returns it, can belong to any certificate at all: one of ours or one that an issuer
 * brought. Such a key is plain ASCII of at most 127 characters. A link to a certificate is none, also without its beginning,
 * and neither is a certificate's id.
 */
export function couldBeSerial(key: string): boolean {
  if (key.length > 127 || !POSSIBLE_KEY.test(key) || isIdKey(key)) return false
  return !key.split('/').some((segment) => RESERVED_KEYS.has(segment))
}

/** Whether a key has the shape of a UUID, with dashes or without: that is a certificate's id (spec part 1), never a serial. */
export function isIdKey(key: string): boolean {
  return ID_KEY.test(key)
}

/** Whether a key has the shape of the service's own serials: 16 Crockford base32 characters, rightly checked or not. */
export function isOwnShape(key: string): boolean {
  return OWN_SHAPE.test(key)
}

/** As the service writes its serials, in one piece or in dashed groups: no word has sixteen letters without I, L, O and U. */
const AS_ISSUED = ['0-9A-HJKMNP-TV-Z', '0-9a-hjkmnp-tv-z'].map(
  (letters) => new RegExp(`^[${letters}]{4}(-?)[${letters}]{4}\\1[${letters}]{4}\\1[${letters}]{4}$`),
)

/**
 * Whether a text can only be meant as a serial of the service, wherever it stands: in one case, parted by nothing or by dashes, of the
 * letters that the service writes, and rightly checked. One serial in 400 has no digit that would tell it from a word.
 */
export function isWrittenAsIssued(text: string): boolean {
  return AS_ISSUED.some((spelling) => spelling.test(text)) && hasValidCheckCharacter(text)
}

const PARTED_KEY = /^[0-9A-HJKMNP-TV-Z]{4}([._/])[0-9A-HJKMNP-TV-Z]{4}\1[0-9A-HJKMNP-TV-Z]{4}\1[0-9A-HJKMNP-TV-Z]{4}$/

/**
 * The serial of the service that four groups with points, underscores or slashes between them may stand for, as people write down what
 * they hear. One in 32 numbers of that form passes its check character by chance (`ACME.2026.0001.0009`), whoever brought it: this counts only
 * where a certificate has it, and none has the text as it is written.
 * @returns as the service writes it; null unless it is rightly checked
 */
export function partedSerial(text: string): string | null {
  const key = serialKey(text)
  if (!PARTED_KEY.test(key)) return null
  const own = key.replace(/[._/]/g, '')
  return hasValidCheckCharacter(own) ? displaySerial(own) : null
}

/** Whether a text is a serial of the service's own shape, in any spelling, whose check character is right. */
export function hasValidCheckCharacter(text: string): boolean {
  const key = serialKey(text)
  return isOwnShape(key) && checkCharacter(key.slice(0, 15)) === key.charAt(15)
}

/**
 * What can be said of a serial before the database is asked, so that a page can tell a mistyped serial from an
 * unknown one (spec part 2).
 * @returns `own`: ours and rightly checked; `mistyped`: of our shape with a wrong check character; `foreign`: an
 * issuer may have brought it; `impossible`: no certificate can have it
 */
export function serialCheck(text: string): 'own' | 'mistyped' | 'foreign' | 'impossible' {
  const key = serialKey(text)
  if (isOwnShape(key)) return hasValidCheckCharacter(key) ? 'own' : 'mistyped'
  return couldBeSerial(key) ? 'foreign' : 'impossible'
}

/** Writes a key of the service's own shape in its four groups; any other text is returned as it is. */
export function displaySerial(key: string): string {
  return isOwnShape(key) ? key.replace(/(.{4})(?=.)/g, '$1-') : key
}
