/**
 * Base64url without padding (RFC 4648 section 5, RFC 7515 section 2).
 * @param bytes bytes, or a string that is encoded as UTF-8
 */
export function encodeBase64url(bytes: Uint8Array | string): string {
  if (typeof bytes === 'string') return Buffer.from(bytes, 'utf8').toString('base64url')
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64url')
}

/**
 * Strict inverse of `encodeBase64url`: one text for one sequence of bytes, so that a signed text cannot be respelled
 * (padding, `+` and `/`, white space, unused bits of the last character).
 * @returns the bytes, or null when the text is not exactly what the encoder writes
 */
export function decodeBase64url(text: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64url')
  return bytes.toString('base64url') === text ? bytes : null
}
