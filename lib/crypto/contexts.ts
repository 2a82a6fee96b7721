import credentialsV2 from './contexts/credentials-v2.json'
import dataIntegrityV2 from './contexts/data-integrity-v2.json'
import openBadges303 from './contexts/ob-v3p0-context-3.0.3.json'
import openBadgesExtensions from './contexts/ob-v3p0-extensions.json'

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
