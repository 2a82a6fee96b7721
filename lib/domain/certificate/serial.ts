/** Crockford's base32 alphabet: no I, L, O and U. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const OWN_SHAPE = /^[0-9A-HJKMNP-TV-Z]{16}$/
const POSSIBLE_KEY = /^[0-9A-Z](?:[/._]?[0-9A-Z]){3,63}$/

/** The longest text that is read as a serial at all; the longest serial that can exist has 127 characters. */
const LONGEST_TEXT = 200

/** Spaces, dashes, and what copying out of a document leaves between characters without being seen. */
const IGNORED = /[\p{White_Space}\p{Dash}\u00AD\u180E\u200B\u2060\uFEFF]/u

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
 * The matching form of whatever somebody sent as a serial (spec part 2): case (of ASCII letters), spaces and
 * dashes of every Unicode kind and invisible separators are ignored, O is read as 0, I and L as 1. Every other
 * character stays as it is, full-width ones too, so that a text that merely looks like a serial matches none.
 * Never throws, for any string. A text of more than 200 characters gives a key that matches none but stays distinct.
 * @returns the key; ask `couldBeSerial` before it goes to the database, since it may hold NUL or lone surrogates
 */
export function serialKey(text: string): string {
  if (text.length > LONGEST_TEXT) return `~${text}`
  let key = ''
  for (const character of text) {
    const folded = FOLDED[character.charCodeAt(0)]
    if (folded !== undefined) key += folded
    else if (!IGNORED.test(character)) key += character
  }
  return key
}

/**
 * Whether a key, as `serialKey` returns it, can belong to any certificate at all: one of ours or one that an issuer
 * brought. Such a key is plain ASCII of at most 127 characters.
 */
export function couldBeSerial(key: string): boolean {
  return key.length <= 127 && POSSIBLE_KEY.test(key)
}

/** Whether a key has the shape of the service's own serials: 16 Crockford base32 characters, rightly checked or not. */
export function isOwnShape(key: string): boolean {
  return OWN_SHAPE.test(key)
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
