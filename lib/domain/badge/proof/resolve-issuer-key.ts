import { canParseUrl } from '@/lib/can-parse-url'
import type { BadgeNetwork, FetchedDocument } from '@/lib/domain/badge/badge-network'
import type { BadgeErrorCode } from '@/lib/domain/badge/finding'
import { makeFinding } from '@/lib/domain/badge/make-finding'
import { parseJsonObject } from '@/lib/domain/badge/read/parse-json-object'
import { didWebAddress } from './did-web-address'
import { findAssertionKey } from './find-assertion-key'
import { type IssuerMethod, keyFailure, type KeyFailure, type KeyResult } from './key-result'
import { didJwk, didKey } from './self-asserted-key'

/** The sources of keys. */
export interface KeySources {
  network: BadgeNetwork
  /** The document of a DID of this service, from its own rows; `unknown` where it would be ours and is not there; null for others. */
  ownDocument(did: string): Promise<Record<string, unknown> | 'unknown' | null>
  /** Milliseconds since 1970. */
  now: number
}

/** A verification method as a credential names it, and the issuer whose it must be. */
interface WantedKey {
  method: unknown
  issuerId: string
  /** JSON path of the name. */
  path: string
  /** What a name is called that is no DID URL and no https address. */
  notUrl: 'verification_method_not_url' | 'kid_not_url'
}

const DID = /^did:([a-z0-9]+):(?:[A-Za-z0-9._:-]|%[0-9A-Fa-f]{2})+$/
const MAX_LENGTH = 4096

/**
 * Finds the key that a credential names and makes sure that it is its issuer's (spec part 6): by the name
 * itself (did:key, did:jwk), or in the document of the issuer (did:web, https), where it is listed for assertions.
 */
export async function resolveIssuerKey(wanted: WantedKey, sources: KeySources): Promise<KeyResult> {
  const { method, issuerId, path } = wanted
  if (method === undefined || method === '') return keyFailure('verification_method_missing', path)
  if (typeof method !== 'string' || !isUrl(method)) {
    return keyFailure(wanted.notUrl, path, typeof method === 'string' ? method : null)
  }
  const [controller = '', fragment = null, ...rest] = method.split('#')
  if (rest.length > 0) return keyFailure(wanted.notUrl, path, method)
  const found = await find(method, controller, fragment, wanted, sources)
  const isNamedByKey = /^did:(key|jwk):/.test(controller)
  if (controller === issuerId || (found.kind === 'failed' && !isNamedByKey)) return found
  return keyFailure('issuer_key_mismatch', path, `${controller} is not ${issuerId}`)
}

async function find(
  url: string,
  controller: string,
  fragment: string | null,
  { path }: WantedKey,
  sources: KeySources,
): Promise<KeyResult> {
  if (controller.startsWith('https:')) return fromDocument(controller, { url, path }, 'https', sources)
  switch (DID.exec(controller)?.[1]) {
    case undefined:
      return keyFailure('bad_did', path, controller)
    case 'key':
      return didKey(controller, fragment, path)
    case 'jwk':
      return didJwk(controller, fragment, path)
    case 'web':
      return fromDocument(controller, { url, path }, 'did:web', sources)
    default:
      return keyFailure('unsupported_did_method', path, controller)
  }
}

function isUrl(text: string): boolean {
  return text.length <= MAX_LENGTH && (text.startsWith('did:') || (text.startsWith('https://') && canParseUrl(text)))
}

async function fromDocument(
  controller: string,
  { url, path }: { url: string; path: string },
  method: IssuerMethod,
  sources: KeySources,
): Promise<KeyResult> {
  const document = await documentOf(controller, method, path, sources)
  if ('kind' in document) return document
  return findAssertionKey(document.content, { url, controller, path, method }, sources.now)
}

async function documentOf(
  controller: string,
  method: IssuerMethod,
  path: string,
  { network, ownDocument }: KeySources,
): Promise<{ content: Record<string, unknown> } | KeyFailure> {
  if (method === 'https') return read(await network.fetchDocument(controller, 'controller'), path)
  const own = await ownDocument(controller)
  if (own === 'unknown') return keyFailure('issuer_unresolvable', path, 'this service has no such issuer')
  if (own !== null) return { content: own }
  const address = didWebAddress(controller)
  if (address.kind === 'malformed') return keyFailure('bad_did', path, controller)
  if (address.kind === 'refused') return keyFailure('ssrf_blocked', path, address.reason)
  return read(await network.fetchDocument(address.url, 'did'), path)
}

function read(fetched: FetchedDocument, path: string): { content: Record<string, unknown> } | KeyFailure {
  const unresolvable: BadgeErrorCode = 'issuer_unresolvable'
  switch (fetched.kind) {
    case 'blocked':
      return keyFailure('ssrf_blocked', path, fetched.reason)
    case 'unreachable':
      return { kind: 'undetermined', finding: makeFinding(unresolvable, path, fetched.reason) }
    case 'missing':
      return keyFailure(unresolvable, path, `the server answered ${fetched.status}`)
    case 'own_list':
      return keyFailure(unresolvable, path, 'a status list is there')
    case 'document': {
      const content = parseJsonObject(fetched.bytes)
      return content ? { content } : keyFailure(unresolvable, path, 'the document there is not a JSON object')
    }
  }
}
