const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const DIGIT_OF = new Map([...ALPHABET].map((character, digit) => [character, BigInt(digit)]))

/**
 * Base58 in Bitcoin's alphabet (the `z` of multibase, Controlled Identifiers 1.0 section 2.4). For keys and signatures:
 * the time grows with the square of the length.
 */
export function encodeBase58btc(bytes: Uint8Array): string {
  const leadingZeros = bytes.findIndex((byte) => byte !== 0)
  const zeros = leadingZeros === -1 ? bytes.length : leadingZeros
  let number = zeros === bytes.length ? 0n : BigInt(`0x${Buffer.from(bytes).toString('hex')}`)
  let text = ''
  for (; number > 0n; number /= 58n) text = ALPHABET.charAt(Number(number % 58n)) + text
  return '1'.repeat(zeros) + text
}

/**
 * Inverse of `encodeBase58btc`.
 * @returns null when the text holds a character outside the alphabet or is longer than 256 characters
 */
export function decodeBase58btc(text: string): Buffer | null {
  if (text.length > 256) return null
  let number = 0n
  for (const character of text) {
    const digit = DIGIT_OF.get(character)
    if (digit === undefined) return null
    number = number * 58n + digit
  }
  const zeros = text.length - text.replace(/^1+/, '').length
  const hex = number === 0n ? '' : number.toString(16)
  return Buffer.concat([Buffer.alloc(zeros), Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex')])
}
