import type pg from 'pg'
import { uuidV5 } from '@/lib/crypto/encoding/uuid-v5'
import { algorithmOf, parsePublicJwk } from '@/lib/crypto/signature/public-key'
import type { IssuerKeyRow, ServiceKeyRow } from '@/lib/domain/history/evidence'
import { parsePublicLeaf, type PublicLeaf, publicLeafBytes } from '@/lib/domain/log/public-leaf'
import { EVENT_JSON, type EventColumns, signedEvent } from '@/lib/store/evidence/event-columns'
import { knownServiceKeys } from '@/lib/store/evidence/trusted-signatures'
import { isIssuerSealed } from '@/lib/store/issuers/is-issuer-sealed'
import { keyEncryptionKey } from '@/lib/store/keys/key-encryption-key'
import type { LogKeyRow } from '@/lib/store/log/keys/log-keys'
import { genuineOf, genuineSignatures, isSignedEntry } from './genuine-rows'
import { newestWaiting, type PendingLeaf } from './pending-leaf'

/** Of the service's keys, whose ids are thumbprints and no UUIDs. */
const NAMES = '5d0f5c3e-6c1e-5b0a-9d3b-3f0c8f1d2a77'

/** The id under which the leaves of a key of the service are stored. */
export function serviceKeySubject(keyId: string): string {
  return uuidV5(NAMES, keyId)
}

type KeyFields = (PublicLeaf & { kind: 'log-key/v1' })['fields']

function keyLeaf(subject: string, fields: KeyFields): PendingLeaf {
  const leaf = publicLeafBytes({ kind: 'log-key/v1', fields })
  return { kind: 'key', subject, place: fields.state === 'active' ? 1 : 2, part: 0, leaf, salt: null }
}

type KeyColumns = Pick<IssuerKeyRow, 'id' | 'keyId' | 'publicJwk' | 'state'> & { owner: string }

/** An ended key was made before: the log says both, in this order. */
function keyLeaves({ id, keyId, publicJwk, owner, state }: KeyColumns, at: number): PendingLeaf[] {
  const jwk = parsePublicJwk(JSON.parse(publicJwk))
  const states = state === 'active' ? (['active'] as const) : (['active', state] as const)
  return states.map((one) =>
    keyLeaf(id, { algorithm: algorithmOf(jwk), at, key_id: keyId, owner, public_jwk: jwk, state: one }),
  )
}

interface IssuerKeyColumns {
  key: IssuerKeyRow
  owner: string
  end: EventColumns | null
}

/**
 * The leaves of issuers' signing keys as they are now: of those that the service stated, each ended where the service signed that.
 * @param ids of their rows; null for all
 * @param at database time, milliseconds since 1970
 */
export async function issuerKeyLeaves(
  db: pg.ClientBase,
  ids: readonly string[] | null,
  at: number,
): Promise<PendingLeaf[]> {
  const { rows } = await db.query<IssuerKeyColumns>(
    `SELECT json_build_object('id', k.id, 'issuerId', k.issuer_id, 'keyId', k.key_id, 'algorithm', k.algorithm,
       'publicJwk', k.public_jwk, 'statement', k.statement, 'state', k.state) AS key, i.did AS owner,
       (SELECT ${EVENT_JSON} FROM events e WHERE e.chain_id = k.id AND e.type::text = k.state::text LIMIT 1) AS "end"
     FROM issuer_signing_keys k JOIN issuers i ON i.id = k.issuer_id
     WHERE $1::uuid[] IS NULL OR k.id = ANY($1::uuid[]) ORDER BY k.created_at, k.id`,
    [ids],
  )
  if (rows.length === 0) return []
  const signatures = await genuineSignatures(db)
  const stated = genuineOf(rows, 'signing keys', ({ key, owner }) => signatures.keyStatement(key, owner) === 'passed')
  return stated.flatMap(({ key, owner, end }) => {
    const hasEnded = end !== null && isSignedEntry(signedEvent(end), signatures)
    return keyLeaves({ ...key, owner, state: hasEnded ? key.state : 'active' }, at)
  })
}

/** As `issuerKeyLeaves`, for the service's own keys. */
export async function serviceKeyLeaves(
  db: pg.ClientBase,
  ids: readonly string[] | null,
  at: number,
): Promise<PendingLeaf[]> {
  const { rows } = await db.query<ServiceKeyRow>(
    `SELECT id, public_jwk AS "publicJwk", state, mac FROM service_keys
     WHERE $1::text[] IS NULL OR id = ANY($1::text[]) ORDER BY created_at, id`,
    [ids],
  )
  const known = new Set(knownServiceKeys(rows, keyEncryptionKey()))
  return genuineOf(rows, 'keys of the service', (row) => known.has(row)).flatMap(({ id: keyId, ...row }) =>
    keyLeaves({ ...row, keyId, id: serviceKeySubject(keyId), owner: 'service' }, at),
  )
}

/** The leaf of a key of the log or of its witness. */
export function logKeyLeaf({ id, purpose, publicKey, state }: LogKeyRow, keyId: string, at: number): PendingLeaf {
  const jwk = { kty: 'OKP' as const, crv: 'Ed25519' as const, x: publicKey }
  const owner = purpose === 'witness' ? 'witness' : 'log'
  return keyLeaf(id, { algorithm: 'EdDSA', at, key_id: keyId, owner, public_jwk: jwk, state })
}

interface IssuerColumns {
  id: string
  did: string
  domain: string
  assurance: string
  name: string
  mac: string | null
  last: Buffer | null
  place: number
}

/**
 * The leaves of issuers whose rows say something else than their newest leaves.
 * @param ids null for all
 */
export async function issuerLeaves(
  db: pg.ClientBase,
  ids: readonly string[] | null,
  at: number,
): Promise<PendingLeaf[]> {
  const { rows } = await db.query<IssuerColumns>(
    `SELECT i.id, i.did, i.domain, i.assurance, i.name, i.mac, n.leaf AS last, coalesce(n.place, 0) AS place
     FROM issuers i LEFT JOIN LATERAL (
       SELECT leaf, place FROM log_leaves WHERE subject = i.id AND kind = 'issuer' ORDER BY place DESC LIMIT 1
     ) n ON true
     WHERE $1::uuid[] IS NULL OR i.id = ANY($1::uuid[]) ORDER BY i.created_at, i.id`,
    [ids],
  )
  const waiting = await newestWaiting(db, 'issuer')
  const genuine = genuineOf(rows, 'issuers', (row) => isIssuerSealed(row))
  return genuine.flatMap(({ id, did, domain, assurance, name, mac: _mac, ...logged }) => {
    const later = waiting.get(id)
    const { last, place } = later && later.place > logged.place ? { last: later.leaf, place: later.place } : logged
    const isAssured = assurance === 'verified' || assurance === 'attested'
    const says = { did, domain: isAssured ? domain : null, id, name }
    if (last !== null && saysTheSame(last, says)) return []
    const leaf = publicLeafBytes({ kind: 'log-issuer/v1', fields: { at, ...says } })
    return [{ kind: 'issuer' as const, subject: id, place: place + 1, part: 0, leaf, salt: null }]
  })
}

function saysTheSame(leaf: Buffer, says: { did: string; domain: string | null; name: string }): boolean {
  const before = parsePublicLeaf(leaf)
  if (before.kind !== 'log-issuer/v1') return false
  const { did, domain, name } = before.fields
  return did === says.did && domain === says.domain && name === says.name
}
