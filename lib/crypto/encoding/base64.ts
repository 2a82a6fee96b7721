/**
 * Strict Base64 (RFC 4648 section 4): one text for one sequence of bytes, padded, without white space.
 * @returns the bytes, or null when the text is not exactly what an encoder writes
 */
export function decodeBase64(text: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64')
  return bytes.toString('base64') === text ? bytes : null
}
