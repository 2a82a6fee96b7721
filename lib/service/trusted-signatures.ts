import type { KeyObject } from 'node:crypto'
import { decodeBase64url } from '@/lib/crypto/base64url'
import { parseCompactJws, verifyCompactJws } from '@/lib/crypto/compact-jws'
import { verifyIssuerRowMac } from '@/lib/crypto/issuer-row-mac'
import { verifyServiceKeyMac } from '@/lib/crypto/key-row-mac'
import { jwkThumbprint, parsePublicJwk, publicKeyFrom, verifySignature } from '@/lib/crypto/public-key'
import { sha256Hex } from '@/lib/crypto/sha256'
import { ARTIFACT_STATEMENT_TYPE, artifactStatementPayload } from '@/lib/domain/artifact'
import type { SignatureResult } from '@/lib/domain/event'
import type { IssuerKeyRow, IssuerRow, ServiceKeyRow } from '@/lib/domain/evidence'
import { KEY_STATEMENT_TYPE, keyStatementPayload } from '@/lib/domain/key-statement'
import type { SignatureChecks, SignedRecord } from '@/lib/domain/signature-checks'
import { type ReadContent, readSignedContent } from '@/lib/domain/signed-content'
import { RecentResults } from './recent-results'

interface UsableKey {
  publicKey: KeyObject
  thumbprint: string
}

// Results of pure functions of bytes and keys, remembered by both; nothing about a status is among them.
const keys = new RecentResults<{ key: UsableKey | null }>(2000)
const macs = new RecentResults<boolean>(2000)
const signatures = new RecentResults<boolean>(60_000)
const keyIds = new RecentResults<{ kid: string | null }>(30_000)
const contents = new RecentResults<{ content: ReadContent | null }>(30_000)

/**
 * The signature checks of one verdict (definitions.md part 3).
 * @param serviceKeys the rows as read; one without a good MAC does not exist, nor does a compromised one
 * @param keyEncryptionKey 32 bytes
 */
export function trustedSignatures(serviceKeys: readonly ServiceKeyRow[], keyEncryptionKey: Buffer): SignatureChecks {
  const trusted = new Map<string, UsableKey>()
  // By row, not by id: the same row of the same evidence is asked for once a certificate.
  const statements = new Map<IssuerKeyRow, Map<string, SignatureResult>>()
  const issuers = new Map<IssuerRow, boolean>()
  for (const row of trustedServiceKeys(serviceKeys, keyEncryptionKey)) {
    const key = usableKey(row.publicJwk)
    if (key) trusted.set(row.id, key)
  }
  return {
    event: (event, bytes, hash) => checkEvent(trusted.get(event.serviceKeyId), event, bytes, hash),
    keyStatement: (key, issuerDid) => {
      const known = statements.get(key)?.get(issuerDid)
      if (known) return known
      const result = checkStatement(trusted, key, issuerDid)
      statements.set(key, new Map(statements.get(key)).set(issuerDid, result))
      return result
    },
    issuerRow: (issuer) => {
      const good = issuers.get(issuer) ?? hasGoodSeal(issuer, keyEncryptionKey)
      issuers.set(issuer, good)
      return good
    },
    artifact: ({ statement, ...artifact }) =>
      checkServiceStatement(trusted, statement, ARTIFACT_STATEMENT_TYPE, artifactStatementPayload(artifact)),
    credentialKeyId: (vcJwt, hash) => keyIds.get(hash, () => ({ kid: keyIdOf(vcJwt) })).kid,
    credential: (vcJwt, hash, key) => readCredential(vcJwt, hash, key),
  }
}

/** The service's keys that count: with a good MAC, named by their thumbprint, and not compromised. */
export function trustedServiceKeys(rows: readonly ServiceKeyRow[], keyEncryptionKey: Buffer): ServiceKeyRow[] {
  return rows.filter(
    (row) =>
      row.state !== 'compromised' &&
      usableKey(row.publicJwk)?.thumbprint === row.id &&
      hasGoodMac(row, keyEncryptionKey),
  )
}

function usableKey(publicJwk: string): UsableKey | null {
  return keys.get(publicJwk, () => {
    try {
      const jwk = parsePublicJwk(JSON.parse(publicJwk))
      return { key: { publicKey: publicKeyFrom(jwk), thumbprint: jwkThumbprint(jwk) } }
    } catch {
      return { key: null } // not a key: it verifies nothing
    }
  }).key
}

function hasGoodMac({ id, publicJwk, state, mac }: ServiceKeyRow, keyEncryptionKey: Buffer): boolean {
  const remembered = sha256Hex([keyEncryptionKey.toString('hex'), id, publicJwk, state, mac].join('\n'))
  return macs.get(remembered, () => {
    const jwk = parsePublicJwk(JSON.parse(publicJwk))
    // The MAC covers the members: a text that spells them in another way than it was written was edited.
    return (
      JSON.stringify(jwk) === publicJwk && verifyServiceKeyMac(keyEncryptionKey, { id, publicJwk: jwk, state }, mac)
    )
  })
}

function hasGoodSeal(issuer: IssuerRow, keyEncryptionKey: Buffer): boolean {
  const { id, name, domain, assurance, did, mac } = issuer
  const facts = [keyEncryptionKey.toString('hex'), id, name, domain, assurance, did, mac]
  return macs.get(sha256Hex(JSON.stringify(facts)), () => verifyIssuerRowMac(keyEncryptionKey, issuer, mac))
}

function checkEvent(key: UsableKey | undefined, event: SignedRecord, bytes: string, hash: string): SignatureResult {
  if (!key) return 'undetermined'
  const good = signatures.get(`event ${key.thumbprint} ${event.signature} ${hash}`, () => {
    const signature = decodeBase64url(event.signature)
    return signature !== null && verifySignature(key.publicKey, 'ES256', Buffer.from(bytes, 'utf8'), signature)
  })
  return good ? 'passed' : 'failed'
}

function checkStatement(trusted: Map<string, UsableKey>, key: IssuerKeyRow, issuerDid: string): SignatureResult {
  return checkServiceStatement(trusted, key.statement, KEY_STATEMENT_TYPE, keyStatementPayload({ ...key, issuerDid }))
}

/** Whether a statement is the service's and says exactly what is expected, nothing else. */
function checkServiceStatement(
  trusted: Map<string, UsableKey>,
  statement: string,
  typ: string,
  expected: string,
): SignatureResult {
  const { kid } = keyIds.get(statement, () => ({ kid: keyIdOf(statement) }))
  if (kid === null) return 'failed'
  const serviceKey = trusted.get(kid)
  if (!serviceKey) return 'undetermined'
  const good = signatures.get(`${typ} ${serviceKey.thumbprint} ${sha256Hex(`${expected}\n${statement}`)}`, () => {
    const verifying = { publicKey: serviceKey.publicKey, algorithm: 'ES256' as const }
    return verifyCompactJws(statement, verifying, { typ })?.payload.toString('utf8') === expected
  })
  return good ? 'passed' : 'failed'
}

function readCredential(vcJwt: string, hash: string, row: IssuerKeyRow): ReadContent | null {
  const key = usableKey(row.publicJwk)
  if (!key) return null
  return contents.get(`${key.thumbprint} ${hash}`, () => {
    const verified = verifyCompactJws(vcJwt, { publicKey: key.publicKey, algorithm: 'ES256' }, { typ: 'vc+jwt' })
    if (verified?.header.cty !== 'vc' || verified.header.kid !== row.keyId) return { content: null }
    return { content: readSignedContent(JSON.parse(verified.payload.toString('utf8'))) }
  }).content
}

function keyIdOf(jws: string): string | null {
  const kid = parseCompactJws(jws)?.header.kid
  return typeof kid === 'string' ? kid : null
}
