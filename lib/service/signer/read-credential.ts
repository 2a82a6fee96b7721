import { z } from 'zod'
import { decodeBase64url } from '@/lib/crypto/encoding/base64url'
import { canonicalJson } from '@/lib/crypto/encoding/canonical-json'
import { parseStrictJson } from '@/lib/crypto/encoding/strict-json'
import { buildCredential } from '@/lib/domain/certificate/credential'
import { readSignedContent } from '@/lib/domain/certificate/signed-content'
import { vcJwtClaims } from '@/lib/domain/certificate/vc-jwt-claims'

/** The forms in which certificates are signed. */
export type CertificateForm = 'vc+jwt' | 'JWT' | 'jsonld'

/** What an issuer's key is to sign: a certificate, or a status list. */
export type IssuerText =
  | {
      kind: 'certificate'
      issuerDid: string
      issuerName: string
      verifiedDomain: string
      form: CertificateForm
    }
  | { kind: 'status-list'; issuerDid: string }

/** Whose certificate it may be. */
interface Expected {
  issuerId: string
  baseUrl: string
}

const statusList = z.strictObject({
  '@context': z.tuple([z.literal('https://www.w3.org/ns/credentials/v2')]),
  id: z.string(),
  type: z.tuple([z.literal('VerifiableCredential'), z.literal('BitstringStatusListCredential')]),
  issuer: z.string(),
  validFrom: z.iso.datetime(),
  validUntil: z.iso.datetime(),
  credentialSubject: z.strictObject({
    id: z.string(),
    type: z.literal('BitstringStatusList'),
    statusPurpose: z.literal('revocation'),
    encodedList: z.string().regex(/^u[A-Za-z0-9_-]+$/),
    ttl: z.int().min(0),
  }),
})

const named = z.object({ credentialSubject: z.object({ id: z.string().startsWith('urn:uuid:') }) })

/**
 * Reads the JWS input that an issuer's key is asked to sign.
 * @param keyId that the header must name
 * @returns null for whatever is not spelled exactly as we spell certificates and status lists
 */
export function readIssuerToken(bytes: Buffer, keyId: string, expected: Expected): IssuerText | null {
  try {
    const [head = '', body = '', ...more] = bytes.toString('latin1').split('.')
    const [header, payload] = [decodeBase64url(head)?.toString('utf8'), decodeBase64url(body)?.toString('utf8')]
    if (more.length > 0 || header === undefined || payload === undefined) return null
    const isVc = header === JSON.stringify({ typ: 'vc+jwt', cty: 'vc', kid: keyId, alg: 'ES256' })
    if (!isVc && header !== JSON.stringify({ typ: 'JWT', kid: keyId, alg: 'ES256' })) return null
    const { jti, sub, nbf, iss, exp, ...credential } = z.record(z.string(), z.unknown()).parse(parseStrictJson(payload))
    const read = readCredential(credential, expected, isVc ? 'vc+jwt' : 'JWT')
    if (!read || (!isVc && read.kind === 'status-list')) return null
    const registered = isVc ? {} : { jti, sub, nbf }
    const same = canonicalJson({ ...credential, ...vcJwtClaims(credential), ...registered }) === payload
    return same && (isVc || isOwnBadge(credential, { jti, sub, nbf })) && claimsAgree(credential, iss, exp)
      ? read
      : null
  } catch {
    return null // what cannot be read is not signed
  }
}

/** Reads the document that an issuer's key is asked to prove; null as in `readIssuerToken`. */
export function readIssuerDocument(document: Record<string, unknown>, expected: Expected): IssuerText | null {
  try {
    return readCredential(document, expected, 'jsonld')
  } catch {
    return null
  }
}

function readCredential(
  credential: Record<string, unknown>,
  { issuerId, baseUrl }: Expected,
  form: CertificateForm,
): IssuerText | null {
  const list = statusList.safeParse(credential)
  if (list.success) {
    const { id, issuer, credentialSubject: subject } = list.data
    const isOurs = id.startsWith(`${baseUrl}/api/public/status/`) && subject.id === `${id}#list`
    return isOurs ? { kind: 'status-list', issuerDid: issuer } : null
  }
  const content = readSignedContent(credential)
  if (!content) return null
  const { issuerDid, issuerName, verifiedDomain } = content
  const issuer = { id: issuerId, did: issuerDid, name: issuerName, verifiedDomain }
  const subjectId = named.parse(credential).credentialSubject.id.slice('urn:uuid:'.length)
  // Built again of what it says: whatever else were in it would be another text.
  const again = buildCredential({ ...content, issuer }, subjectId, baseUrl)
  if (canonicalJson(again) !== canonicalJson(credential)) return null
  return { kind: 'certificate', issuerDid, issuerName, verifiedDomain, form }
}

function claimsAgree(credential: Record<string, unknown>, iss: unknown, exp: unknown): boolean {
  const claims = vcJwtClaims(credential)
  return claims.iss === iss && claims.exp === exp
}

/** Open Badges 3.0, section 8.2. */
function isOwnBadge(
  credential: Record<string, unknown>,
  claims: { jti: unknown; sub: unknown; nbf: unknown },
): boolean {
  const subject = named.parse(credential).credentialSubject.id
  const validFrom = z.string().parse(credential.validFrom)
  return claims.jti === credential.id && claims.sub === subject && claims.nbf === Date.parse(validFrom) / 1000
}
