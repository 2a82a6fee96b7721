import { decodeBase64url } from '@/lib/crypto/encoding/base64url'
import { parseStrictJson } from '@/lib/crypto/encoding/strict-json'
import { readJwk, readMultikey, type ReadKey } from '@/lib/crypto/signature/verification-key'
import { decodeUtf8 } from '@/lib/domain/badge/read/decode-utf8'
import { type IssuerMethod, keyFailure, type KeyResult } from './key-result'

/**
 * The key of a did:key (did:key method specification), which is its own name. The fragment must repeat that name: any
 * other fragment would be a key that somebody wrote into the credential.
 * @param fragment after `#`; null without one
 */
export function didKey(did: string, fragment: string | null, path: string): KeyResult {
  const multibase = did.slice('did:key:'.length)
  if (fragment !== multibase) return keyFailure('did_key_fragment', path, fragment)
  return asResult(readMultikey(multibase), 'did:key', path)
}

/** The key of a did:jwk (did:jwk method specification): its name is the JWK, its only method is `#0`. */
export function didJwk(did: string, fragment: string | null, path: string): KeyResult {
  const bytes = decodeBase64url(did.slice('did:jwk:'.length))
  const text = bytes && decodeUtf8(bytes)
  const jwk = text === null ? undefined : parseJson(text)
  if (jwk === undefined) return keyFailure('bad_did', path)
  if (fragment !== '0') return keyFailure('verification_method_not_found', path, 'the method of a did:jwk is #0')
  return asResult(readJwk(jwk), 'did:jwk', path)
}

function parseJson(text: string): unknown {
  try {
    return parseStrictJson(text, { maxDepth: 4 })
  } catch {
    return undefined
  }
}

function asResult(key: ReadKey, method: IssuerMethod, path: string): KeyResult {
  if (key === 'malformed') return keyFailure('bad_did', path)
  if (key === 'unsupported') return keyFailure('key_type', path)
  return { kind: 'key', key, method }
}
