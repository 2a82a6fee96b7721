import credentialsV1 from '@/lib/crypto/contexts/credentials-v1.json'
import credentialsV2 from '@/lib/crypto/contexts/credentials-v2.json'
import dataIntegrityV1 from '@/lib/crypto/contexts/data-integrity-v1.json'
import dataIntegrityV2 from '@/lib/crypto/contexts/data-integrity-v2.json'
import didV1 from '@/lib/crypto/contexts/did-v1.json'
import ed25519Signature2020 from '@/lib/crypto/contexts/ed25519-2020-v1.json'
import multikeyV1 from '@/lib/crypto/contexts/multikey-v1.json'
import openBadges301 from '@/lib/crypto/contexts/ob-v3p0-context-3.0.1.json'
import openBadges302 from '@/lib/crypto/contexts/ob-v3p0-context-3.0.2.json'
import openBadges303 from '@/lib/crypto/contexts/ob-v3p0-context-3.0.3.json'
import openBadges30 from '@/lib/crypto/contexts/ob-v3p0-context.json'
import openBadgesExtensions from '@/lib/crypto/contexts/ob-v3p0-extensions.json'
import statusListV1 from '@/lib/crypto/contexts/vc-bitstring-status-list-v1.json'

/** JSON-LD contexts by their URL. */
export type JsonLdContexts = ReadonlyMap<string, object>

/**
 * The contexts that our own credentials are written in, byte for byte as their publishers serve them. Nothing else is
 * ever loaded, so that no publisher's server can change what a signature means.
 */
export const BUNDLED_CONTEXTS: JsonLdContexts = new Map<string, object>([
  ['https://www.w3.org/ns/credentials/v2', credentialsV2],
  ['https://w3id.org/security/data-integrity/v2', dataIntegrityV2],
  ['https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json', openBadges303],
  ['https://purl.imsglobal.org/spec/ob/v3p0/extensions.json', openBadgesExtensions],
])

/** The contexts that badges of others may be written in: ours, those of older versions, and those of keys and proofs. */
export const BADGE_CONTEXTS: JsonLdContexts = new Map<string, object>([
  ...BUNDLED_CONTEXTS,
  ['https://www.w3.org/2018/credentials/v1', credentialsV1],
  ['https://purl.imsglobal.org/spec/ob/v3p0/context.json', openBadges30],
  ['https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.1.json', openBadges301],
  ['https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.2.json', openBadges302],
  ['https://w3id.org/security/data-integrity/v1', dataIntegrityV1],
  ['https://w3id.org/security/suites/ed25519-2020/v1', ed25519Signature2020],
  ['https://w3id.org/security/multikey/v1', multikeyV1],
  ['https://www.w3.org/ns/did/v1', didV1],
  ['https://www.w3.org/ns/credentials/status/v1', statusListV1],
])
