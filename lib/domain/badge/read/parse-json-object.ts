import { isObject } from '@/lib/crypto/encoding/is-object'
import { parseStrictJson } from '@/lib/crypto/encoding/strict-json'
import { decodeUtf8 } from './decode-utf8'

/** Bytes as a JSON object, strictly (UTF-8, no member named twice, 64 levels at most); null when they are none. */
export function parseJsonObject(bytes: Uint8Array): Record<string, unknown> | null {
  const text = decodeUtf8(bytes)
  if (text === null) return null
  try {
    const value = parseStrictJson(text)
    return isObject(value) ? value : null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
