import type { KeyObject } from 'node:crypto'
import type pg from 'pg'
import { decodeBase64url } from '@/lib/crypto/encoding/base64url'
import { verifyServiceKeyMac } from '@/lib/crypto/seals/key-row-mac'
import { parseCompactJws, verifyCompactJws } from '@/lib/crypto/signature/compact-jws'
import { jwkThumbprint, parsePublicJwk, publicKeyFrom, verifySignature } from '@/lib/crypto/signature/public-key'
import { eventBytes, type SignedEvent } from '@/lib/domain/history/event'
import type { IssuerKeyRow, ServiceKeyRow } from '@/lib/domain/history/evidence'
import { KEY_STATEMENT_TYPE, keyStatementPayload } from '@/lib/domain/history/key-statement'
import { log } from '@/lib/log'
import { keyEncryptionKey } from '@/lib/store/keys/key-encryption-key'

/** The service's keys that count, by their ids. */
type ServiceKeys = ReadonlyMap<string, KeyObject>

/**
 * The service's keys whose rows carry a good MAC, but for compromised ones: what they signed may stand in the public log, where
 * everything stays.
 */
export async function genuineServiceKeys(db: pg.ClientBase): Promise<ServiceKeys> {
  const { rows } = await db.query<ServiceKeyRow>('SELECT id, public_jwk AS "publicJwk", state, mac FROM service_keys')
  const counting = rows.filter((row) => row.state !== 'compromised' && isGenuineServiceKey(row))
  return new Map(counting.map(({ id, publicJwk }) => [id, publicKeyFrom(parsePublicJwk(JSON.parse(publicJwk)))]))
}

/** Whether the service wrote the row of a key of its own. */
export function isGenuineServiceKey({ id, publicJwk: text, state, mac }: ServiceKeyRow): boolean {
  try {
    const publicJwk = parsePublicJwk(JSON.parse(text))
    return jwkThumbprint(publicJwk) === id && verifyServiceKeyMac(keyEncryptionKey(), { id, publicJwk, state }, mac)
  } catch (error) {
    if (error instanceof TypeError || error instanceof SyntaxError) return false
    throw error
  }
}

/** Whether the service stated that a key is this issuer's. */
export function isStatedKey(key: Omit<IssuerKeyRow, 'state'>, issuerDid: string, keys: ServiceKeys): boolean {
  const kid = parseCompactJws(key.statement)?.header.kid
  const publicKey = typeof kid === 'string' ? keys.get(kid) : undefined
  if (!publicKey) return false
  const verified = verifyCompactJws(key.statement, { publicKey, algorithm: 'ES256' }, { typ: KEY_STATEMENT_TYPE })
  return verified?.payload.toString('utf8') === keyStatementPayload({ ...key, issuerDid })
}

/** Whether the service signed an entry of a history. */
export function isSignedEntry(event: SignedEvent, keys: ServiceKeys): boolean {
  const publicKey = keys.get(event.serviceKeyId)
  const signature = decodeBase64url(event.signature)
  return (
    publicKey !== undefined &&
    signature !== null &&
    verifySignature(publicKey, 'ES256', Buffer.from(eventBytes(event), 'utf8'), signature)
  )
}

/** Leaves out what somebody else wrote: the log would say it for ever. */
export function genuineOf<Row>(rows: readonly Row[], what: string, isGenuine: (row: Row) => boolean): Row[] {
  const genuine = rows.filter(isGenuine)
  if (genuine.length < rows.length)
    log.error({ what, rows: rows.length - genuine.length }, 'the public log takes in nothing that somebody else wrote')
  return genuine
}
