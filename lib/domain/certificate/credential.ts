import { uuidV5 } from '@/lib/crypto/encoding/uuid-v5'

/** The contexts of every credential, in the order that OB 3.0 and VCDM 2.0 ask for. */
const CREDENTIAL_CONTEXTS = [
  'https://www.w3.org/ns/credentials/v2',
  'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json',
  'https://purl.imsglobal.org/spec/ob/v3p0/extensions.json',
] as const

const SCHEMA_URL = 'https://purl.imsglobal.org/spec/ob/v3p0/schema/json/ob_v3p0_achievementcredential_schema.json'

/** Everything of a certificate that is signed. Times in milliseconds since 1970, in whole seconds. */
export interface SignedContent {
  id: string
  serial: string
  fullName: string
  registrationNumber: string | null
  eventTitle: string
  achievement: string
  /** YYYY-MM-DD */
  eventDate: string | null
  issuedAt: number
  expiresAt: number | null
  issuer: { id: string; did: string; name: string; verifiedDomain: string }
  statusListId: string
  statusIndex: number
}

/** A credential as JSON: a W3C Verifiable Credential 2.0 that is an Open Badge 3.0. */
export type Credential = Record<string, unknown>

/**
 * Builds the credential of a certificate (spec part 6, "From certificate to credential"; OB 3.0; VCDM 2.0).
 * @param content what is signed
 * @param subjectId a UUID of its own, so that credentials of one person are not tied together
 * @param baseUrl origin of the service, for the status list and the refresh service
 */
export function buildCredential(content: SignedContent, subjectId: string, baseUrl: string): Credential {
  const statusList = `${baseUrl}/api/public/status/${content.statusListId}`
  return {
    '@context': [...CREDENTIAL_CONTEXTS],
    id: `urn:uuid:${content.id}`,
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    name: content.eventTitle,
    issuer: {
      id: content.issuer.did,
      type: ['Profile'],
      name: content.issuer.name,
      ...(content.issuer.verifiedDomain && { url: `https://${content.issuer.verifiedDomain}` }),
    },
    validFrom: isoSeconds(content.issuedAt),
    ...(content.expiresAt !== null && { validUntil: isoSeconds(content.expiresAt) }),
    credentialSubject: buildSubject(content, subjectId),
    credentialSchema: [{ id: SCHEMA_URL, type: '1EdTechJsonSchemaValidator2019' }],
    credentialStatus: {
      id: `${statusList}#${content.statusIndex}`,
      type: 'BitstringStatusListEntry',
      statusPurpose: 'revocation',
      statusListIndex: String(content.statusIndex),
      statusListCredential: statusList,
    },
    refreshService: {
      id: `${baseUrl}/api/public/credentials/${content.id}/refresh`,
      type: '1EdTechCredentialRefresh',
    },
  }
}

function buildSubject(content: SignedContent, subjectId: string) {
  return {
    id: `urn:uuid:${subjectId}`,
    type: ['AchievementSubject'],
    identifier: [
      identity('name', content.fullName),
      ...(content.registrationNumber === null ? [] : [identity('ext:registrationNumber', content.registrationNumber)]),
    ],
    licenseNumber: content.serial,
    ...(content.eventDate !== null && { activityEndDate: `${content.eventDate}T00:00:00Z` }),
    achievement: {
      id: `urn:uuid:${achievementId(content.issuer.id, content.eventTitle)}`,
      type: ['Achievement'],
      name: content.eventTitle,
      description: 'The issuer records this achievement for the person named in the credential.',
      criteria: { narrative: 'The issuer decided that its requirements for this achievement were met.' },
    },
    result: [{ type: ['Result'], value: content.achievement }],
  }
}

function identity(identityType: string, identityHash: string) {
  return { type: 'IdentityObject', hashed: false, identityHash, identityType }
}

/** One achievement for all certificates of an event: UUID v5 of its title in the namespace of the issuer's id. */
export function achievementId(issuerId: string, eventTitle: string): string {
  return uuidV5(issuerId, eventTitle)
}

/** A time of whole seconds as ISO 8601 in UTC, without a fraction. */
export function isoSeconds(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace(/\.000Z$/, 'Z')
}
