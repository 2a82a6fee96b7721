import { isObject } from '@/lib/crypto/encoding/is-object'
import { readJwk, readMultikey, type ReadKey } from '@/lib/crypto/signature/verification-key'
import { asArray } from '@/lib/domain/badge/read/as-array'
import { type IssuerMethod, keyFailure, type KeyResult } from './key-result'

type Method = Record<string, unknown>

const MULTIKEY_TYPES = ['Multikey', 'Ed25519VerificationKey2020', 'EcdsaSecp256r1VerificationKey2019']
const JWK_TYPES = ['JsonWebKey', 'JsonWebKey2020']

/**
 * Finds a verification method in the document of its controller (DID Core 1.0, Controlled Identifiers 1.0 section 3.3):
 * it must be listed for assertions, belong to the issuer, and be neither revoked nor expired.
 * @param document parsed, of the issuer; its `id` is checked here
 * @param wanted `url` of the method, `controller` it must belong to, `path` for what is found
 * @param now milliseconds since 1970
 */
export function findAssertionKey(
  document: Record<string, unknown>,
  wanted: { url: string; controller: string; path: string; method: IssuerMethod },
  now: number,
): KeyResult {
  const { url, controller, path } = wanted
  if (document.id !== controller) return keyFailure('did_document_id_mismatch', path, textOf(document.id))
  const assertions = asArray(document.assertionMethod)
  const named = (entry: unknown): entry is Method => isObject(entry) && absolute(entry.id, controller) === url
  const method = assertions.find(named) ?? asArray(document.verificationMethod).find(named)
  const listed = assertions.some((entry) => named(entry) || absolute(entry, controller) === url)
  if (!method) return keyFailure('verification_method_not_found', path, url)
  if (!listed) return keyFailure('not_assertion_method', path, url)
  if (isOver(method, now)) return keyFailure('not_assertion_method', path, 'the key was revoked or is over')
  if (method.controller !== controller) return keyFailure('controller_mismatch', path, textOf(method.controller))
  const key = readMethodKey(method)
  if (key === 'missing') return keyFailure('key_missing', path, url)
  if (key === 'unsupported') return keyFailure('key_type', path, textOf(method.type))
  if (key === 'malformed') return keyFailure('key_missing', path, 'the key there cannot be read')
  return { kind: 'key', key, method: wanted.method }
}

function readMethodKey({ type, publicKeyMultibase, publicKeyJwk }: Method): ReadKey | 'missing' {
  if (typeof type !== 'string') return 'missing'
  if (MULTIKEY_TYPES.includes(type)) {
    return typeof publicKeyMultibase === 'string' ? readMultikey(publicKeyMultibase) : 'missing'
  }
  if (JWK_TYPES.includes(type)) return publicKeyJwk === undefined ? 'missing' : readJwk(publicKeyJwk)
  return 'unsupported'
}

/** Whether a method says of itself that it no longer counts; a date that cannot be read counts as past. */
function isOver({ revoked, expires }: Method, now: number): boolean {
  const isPast = (date: unknown) => {
    if (date === undefined) return false
    const time = typeof date === 'string' ? Date.parse(date) : Number.NaN
    return !(time > now)
  }
  return isPast(revoked) || isPast(expires)
}

/** References within a document may leave its own id out. */
function absolute(reference: unknown, base: string): string | null {
  if (typeof reference !== 'string') return null
  return reference.startsWith('#') ? base + reference : reference
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : 'none'
}
