/**
 * Bytes as text, strictly: one text for one sequence of bytes. A byte order mark stays in the text.
 * @returns null when they are not UTF-8
 */
export function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}
