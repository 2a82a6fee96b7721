const ISSUER = '5f0c1c0e-31ab-4dc5-9d58-5a4d1f8f2a77'
const LIST = '3d6f0a1e-64c1-4a0e-9f0f-8f6f4c9f3b52'
/** A compact JWS as far as its form goes: header and claims are cut off. */
const JWS = 'eyJhbGciOiJFUzI1NiIsInR5cCI6InZjK2p3dCJ9.eyJpZCI6IuKApiJ9.c2lnbmF0dXJl'

const hostOf = (baseUrl: string) => encodeURIComponent(new URL(baseUrl).host)
/** The origin of the public log. */
const logOf = (baseUrl: string) => `${new URL(baseUrl).host}/log`
const issuerDid = (baseUrl: string) => `did:web:${hostOf(baseUrl)}:issuers:${ISSUER}`
const proofBy = (did: string) => ({
  type: 'DataIntegrityProof',
  cryptosuite: 'eddsa-rdfc-2022',
  created: '2026-11-05T09:00:00Z',
  verificationMethod: `${did}#z6MkrJVnaZkeFzdQyMZu1cgjg7k1pZZ6pvBQ`,
  proofPurpose: 'assertionMethod',
  proofValue: 'z3FXQjecWufY46yg5abdVZsXqLhxhueuSoZ…',
})

function openBadge(baseUrl: string) {
  const did = issuerDid(baseUrl)
  return {
    '@context': ['https://www.w3.org/ns/credentials/v2', 'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json'],
    id: 'urn:uuid:0b9f2a52-6f0e-4c58-9d3a-4f1f6b7b2c11',
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    validFrom: '2026-11-05T09:00:00Z',
    issuer: { id: did, type: ['Profile'], name: 'Northshore Maritime College' },
    credentialSubject: {
      type: ['AchievementSubject'],
      achievement: {
        id: `urn:uuid:${LIST}`,
        type: ['Achievement'],
        name: 'Basic Safety Training',
        description: 'Basic Safety Training',
        criteria: { narrative: 'Passed' },
      },
    },
    credentialStatus: {
      id: `${baseUrl}/api/public/status/${LIST}#94567`,
      type: 'BitstringStatusListEntry',
      statusPurpose: 'revocation',
      statusListIndex: '94567',
      statusListCredential: `${baseUrl}/api/public/status/${LIST}`,
    },
    proof: [proofBy(did)],
  }
}

function statusList(baseUrl: string) {
  const did = issuerDid(baseUrl)
  return {
    '@context': ['https://www.w3.org/ns/credentials/v2'],
    id: `${baseUrl}/api/public/status/${LIST}`,
    type: ['VerifiableCredential', 'BitstringStatusListCredential'],
    issuer: did,
    validFrom: '2026-11-05T09:00:00Z',
    validUntil: '2026-11-05T09:05:00Z',
    credentialSubject: {
      id: `${baseUrl}/api/public/status/${LIST}#list`,
      type: 'BitstringStatusList',
      statusPurpose: 'revocation',
      encodedList: 'uH4sIAAAAAAAAA-3BMQEAAADCoPVPbQwfoAAAAAAAAAAAAAAAAAAAAIC3AYbSVKsAQAAA',
      ttl: 60_000,
    },
    proof: proofBy(did),
  }
}

const EC = {
  kty: 'EC',
  crv: 'P-256',
  x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
  y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
}

function didDocument(did: string) {
  const id = `${did}#f83OJ3D2`
  return {
    '@context': ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/jwk/v1'],
    id: did,
    verificationMethod: [{ id, type: 'JsonWebKey', controller: did, publicKeyJwk: EC }],
    assertionMethod: [id],
  }
}

const keySet = (did: string) => ({ keys: [{ ...EC, kid: `${did}#f83OJ3D2`, alg: 'ES256', use: 'sig' }] })

const openApi = (baseUrl: string) => ({
  openapi: '3.1.0',
  info: { title: 'Certificate verification and issuer lookup', version: '1.0.0' },
  servers: [{ url: baseUrl }],
  paths: { '/api/health/live': {} },
  webhooks: {},
  components: {},
})

/**
 * Examples of answers in a media type of their own, by operation and type, made for the address of the service. Of bytes, such as a
 * PDF, there are none.
 */
export const ANSWER_EXAMPLES: Readonly<Record<string, Readonly<Record<string, (baseUrl: string) => unknown>>>> = {
  giveReceipt: { 'application/jwt': () => JWS },
  proveInLog: {
    'text/plain': (baseUrl) => `c2sp.org/tlog-proof@v1\nindex 418\n…\n\n${new URL(baseUrl).host}/log\n512\n…\n`,
  },
  getSigned: { 'application/vc+jwt': () => JWS },
  getOpenBadge: { 'application/ld+json': openBadge, 'text/plain': () => JWS },
  refreshOpenBadge: { 'application/ld+json': openBadge },
  getStatusList: { 'application/vc': statusList, 'application/vc+jwt': () => JWS },
  getServiceDid: { 'application/did+json': (baseUrl) => didDocument(`did:web:${hostOf(baseUrl)}`) },
  getServiceKeys: { 'application/jwk-set+json': (baseUrl) => keySet(`did:web:${hostOf(baseUrl)}`) },
  getIssuerDid: { 'application/did+json': (baseUrl) => didDocument(issuerDid(baseUrl)) },
  getIssuerKeys: { 'application/jwk-set+json': (baseUrl) => keySet(issuerDid(baseUrl)) },
  getSecurityContact: {
    'text/plain': () => 'Contact: https://verify.example/report\nExpires: 2027-11-05T00:00:00Z\n',
  },
  getLogCheckpoint: {
    'text/plain': (baseUrl) =>
      `${logOf(baseUrl)}\n512\nBCGMN38+TTasWzR+CI268+VOKmF0kWH9RB0lRT8acWM=\n\n— ${logOf(baseUrl)} 9JNtFg==\n`,
  },
  getLogKeys: { 'text/plain': (baseUrl) => `${logOf(baseUrl)}+f4936d16+AQ… 2026-11-04T09:12:00.000Z -\n` },
  openApiDocument: { 'application/json': openApi },
  metrics: {
    'text/plain': () => '# TYPE process_resident_memory_bytes gauge\nprocess_resident_memory_bytes 190554112\n',
  },
}

/** Examples of what is sent in a media type of its own, by operation and type. */
export const REQUEST_EXAMPLES: typeof ANSWER_EXAMPLES = {
  validateReceipt: { 'application/json': () => ({ receipt_jwt: JWS }), 'application/jwt': () => JWS },
  validateOpenBadge: {
    'application/json': openBadge,
    'application/ld+json': openBadge,
    'application/vc': openBadge,
    'application/vc+jwt': () => JWS,
    'text/plain': () => JWS,
  },
}
