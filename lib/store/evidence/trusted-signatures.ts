import type { KeyObject } from 'node:crypto'
import { decodeBase64url } from '@/lib/crypto/encoding/base64url'
import { sha256Hex } from '@/lib/crypto/encoding/sha256'
import { verifyServiceKeyMac } from '@/lib/crypto/seals/key-row-mac'
import { type KeySource, sourceName } from '@/lib/crypto/seals/key-source'
import { parseCompactJws, verifyCompactJws } from '@/lib/crypto/signature/compact-jws'
import { jwkThumbprint, parsePublicJwk, publicKeyFrom, verifySignature } from '@/lib/crypto/signature/public-key'
import { ARTIFACT_STATEMENT_TYPE, artifactStatementPayload } from '@/lib/domain/certificate/artifact'
import { type ReadContent, readSignedContent } from '@/lib/domain/certificate/signed-content'
import type { SignatureResult } from '@/lib/domain/history/event'
import type { IssuerKeyRow, IssuerRow, ServiceKeyRow, StatedArtifact } from '@/lib/domain/history/evidence'
import { KEY_STATEMENT_TYPE, keyStatementPayload } from '@/lib/domain/history/key-statement'
import type { SignatureChecks, SignedRecord } from '@/lib/domain/history/signature-checks'
import { RecentResults } from '@/lib/store/evidence/recent-results'
import { isIssuerSealed } from '@/lib/store/issuers/is-issuer-sealed'

interface UsableKey {
  publicKey: KeyObject
  thumbprint: string
}

/** The result of checking one key's signature over some bytes. */
interface CheckedSignature {
  thumbprint: string
  signature: string
  good: boolean
}

/** What the service's statement of some columns came to. Undetermined is no result, and is not kept to. */
interface CheckedStatement<Columns> {
  columns: Columns
  kid: string | null
  result: SignatureResult
}

type KeyColumns = IssuerKeyRow & { issuerDid: string }

interface ReadCredential {
  thumbprint: string
  keyId: string
  content: ReadContent | null
}

// Results of pure functions of bytes and keys, remembered by both; nothing about a status is among them.
const keys = new RecentResults<{ key: UsableKey | null }>(2000)
const macs = new RecentResults<boolean>(2000)
const events = new RecentResults<CheckedSignature>(60_000)
const artifacts = new RecentResults<CheckedStatement<StatedArtifact>>(30_000)
const keyStatements = new RecentResults<CheckedStatement<KeyColumns>>(2000)
const keyIds = new RecentResults<{ kid: string | null }>(30_000)
const credentials = new RecentResults<ReadCredential>(30_000)

/**
 * The signature checks of one verdict (spec part 3).
 * @param serviceKeys the rows as read; one without a good MAC does not exist, nor does a compromised one
 * @param keyEncryptionKey 32 bytes
 */
export function trustedSignatures(serviceKeys: readonly ServiceKeyRow[], keyEncryptionKey: KeySource): SignatureChecks {
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
      const columns = Object.assign({}, key, { issuerDid })
      const result = checkStatement(keyStatements, trusted, columns, KEY_STATEMENT_TYPE, keyStatementPayload)
      statements.set(key, new Map(statements.get(key)).set(issuerDid, result))
      return result
    },
    issuerRow: (issuer) => {
      const good = issuers.get(issuer) ?? isIssuerSealed(issuer, keyEncryptionKey)
      issuers.set(issuer, good)
      return good
    },
    artifact: (artifact) =>
      checkStatement(artifacts, trusted, artifact, ARTIFACT_STATEMENT_TYPE, artifactStatementPayload),
    credentialKeyId: (vcJwt, hash) => keyIds.get(hash, () => ({ kid: keyIdOf(vcJwt) })).kid,
    credential: (vcJwt, hash, key) => readCredential(vcJwt, hash, key),
  }
}

/** The service's keys that count: with a good MAC, named by their thumbprint, and not compromised. */
export function trustedServiceKeys(rows: readonly ServiceKeyRow[], keyEncryptionKey: KeySource): ServiceKeyRow[] {
  return knownServiceKeys(rows, keyEncryptionKey).filter(({ state }) => state !== 'compromised')
}

/** The keys that are or were the service's, compromised ones too: with a good MAC, and named by their thumbprint. */
export function knownServiceKeys(rows: readonly ServiceKeyRow[], keyEncryptionKey: KeySource): ServiceKeyRow[] {
  return rows.filter((row) => usableKey(row.publicJwk)?.thumbprint === row.id && hasGoodMac(row, keyEncryptionKey))
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

function hasGoodMac({ id, publicJwk, state, mac }: ServiceKeyRow, keyEncryptionKey: KeySource): boolean {
  const remembered = sha256Hex([sourceName(keyEncryptionKey), id, publicJwk, state, mac].join('\n'))
  return macs.get(remembered, () => {
    const jwk = parsePublicJwk(JSON.parse(publicJwk))
    // The MAC covers the members: a text that spells them in another way than it was written was edited.
    return (
      JSON.stringify(jwk) === publicJwk && verifyServiceKeyMac(keyEncryptionKey, { id, publicJwk: jwk, state }, mac)
    )
  })
}

function checkEvent(
  key: UsableKey | undefined,
  { signature }: SignedRecord,
  bytes: string,
  hash: string,
): SignatureResult {
  if (!key) return 'undetermined'
  const { thumbprint, publicKey } = key
  const checked = events.get(
    hash,
    () => {
      const raw = decodeBase64url(signature)
      const good = raw !== null && verifySignature(publicKey, 'ES256', Buffer.from(bytes, 'utf8'), raw)
      return { thumbprint, signature, good }
    },
    (known) => known.signature === signature && known.thumbprint === thumbprint,
  )
  return checked.good ? 'passed' : 'failed'
}

/**
 * Whether a statement is the service's and says exactly what the columns say, nothing else. A known result is found by
 * the row and compared by every column: hashing a statement anew for each check would take longer.
 */
function checkStatement<Columns extends { id: string; statement: string }>(
  known: RecentResults<CheckedStatement<Columns>>,
  trusted: Map<string, UsableKey>,
  columns: Columns,
  typ: string,
  payload: (columns: Columns) => string,
): SignatureResult {
  return known.get(
    columns.id,
    () => {
      const kid = keyIdOf(columns.statement)
      return { columns, kid, result: verifyStatement(trusted, kid, columns.statement, typ, payload(columns)) }
    },
    ({ columns: checked, kid, result }) =>
      result !== 'undetermined' && (kid === null || trusted.has(kid)) && areSame(checked, columns),
  ).result
}

function verifyStatement(
  trusted: Map<string, UsableKey>,
  kid: string | null,
  statement: string,
  typ: string,
  expected: string,
): SignatureResult {
  if (kid === null) return 'failed'
  const serviceKey = trusted.get(kid)
  if (!serviceKey) return 'undetermined'
  const verifying = { publicKey: serviceKey.publicKey, algorithm: 'ES256' as const }
  const good = verifyCompactJws(statement, verifying, { typ })?.payload.toString('utf8') === expected
  return good ? 'passed' : 'failed'
}

function areSame<Columns extends object>(a: Columns, b: Columns): boolean {
  for (const column in a) if (a[column] !== b[column]) return false
  return true
}

function readCredential(vcJwt: string, hash: string, row: IssuerKeyRow): ReadContent | null {
  const key = usableKey(row.publicJwk)
  if (!key) return null
  const { thumbprint, publicKey } = key
  const { keyId } = row
  return credentials.get(
    hash,
    () => {
      const verified = verifyCompactJws(vcJwt, { publicKey, algorithm: 'ES256' }, { typ: 'vc+jwt' })
      const isOurs = verified?.header.cty === 'vc' && verified.header.kid === keyId
      const content = isOurs ? readSignedContent(JSON.parse(verified.payload.toString('utf8'))) : null
      return { thumbprint, keyId, content }
    },
    (known) => known.thumbprint === thumbprint && known.keyId === keyId,
  ).content
}

function keyIdOf(jws: string): string | null {
  const kid = parseCompactJws(jws)?.header.kid
  return typeof kid === 'string' ? kid : null
}
