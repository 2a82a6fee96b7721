import type { SignedEvent } from '@/lib/domain/event'
import type { Transaction } from './database'

/** The end of a chain and the database's time, read under the chain's lock. */
export interface ChainEnd {
  /** The entries so far, in order. */
  events: SignedEvent[]
  /** Milliseconds since 1970, cut. */
  now: number
}

/**
 * Takes the lock of a chain and reads it: nobody else adds to it until the transaction ends (definitions.md part 3).
 * @param chainId id of the lineage, issuer or key
 */
export async function lockChain(tx: Transaction, chainId: string): Promise<ChainEnd> {
  await tx.query("SELECT pg_advisory_xact_lock(hashtextextended('event-chain:' || $1, 0))", [chainId])
  const { rows } = await tx.query<EventColumns>(
    `SELECT chain_id, sequence, chain, type, certificate_id, floor(extract(epoch FROM at) * 1000)::float8 AS at, actor,
       previous_hash, vc_jwt_sha256, open_badge_jsonld_sha256, open_badge_jwt_sha256, detail, service_key_id, signature
     FROM events WHERE chain_id = $1 ORDER BY sequence`,
    [chainId],
  )
  return { events: rows.map(signedEvent), now: await databaseTime(tx) }
}

/** The database's clock in milliseconds since 1970, cut. */
export async function databaseTime(tx: Transaction): Promise<number> {
  const { rows } = await tx.query<{ now: number }>(
    'SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now',
  )
  return rows[0]?.now ?? Number.NaN
}

/** Appends signed entries; the database refuses one without a predecessor. */
export async function insertEvents(tx: Transaction, events: readonly SignedEvent[]): Promise<void> {
  const column = <T>(read: (event: SignedEvent) => T): T[] => events.map(read)
  await tx.query(
    `INSERT INTO events (chain_id, sequence, chain, type, certificate_id, at, actor, previous_hash, vc_jwt_sha256,
       open_badge_jsonld_sha256, open_badge_jwt_sha256, detail, service_key_id, signature)
     SELECT * FROM unnest($1::uuid[], $2::int[], $3::event_chain[], $4::event_type[], $5::uuid[], $6::timestamptz[],
       $7::text[], $8::text[], $9::text[], $10::text[], $11::text[], $12::text[], $13::text[], $14::text[])`,
    [
      column((event) => event.chainId),
      column((event) => event.sequence),
      column((event) => event.chain),
      column((event) => event.type),
      column((event) => event.certificateId),
      column((event) => new Date(event.at).toISOString()),
      column((event) => event.actor),
      column((event) => event.previousHash),
      column((event) => event.forms?.vcJwt ?? null),
      column((event) => event.forms?.openBadgeJsonld ?? null),
      column((event) => event.forms?.openBadgeJwt ?? null),
      column((event) => event.detail),
      column((event) => event.serviceKeyId),
      column((event) => event.signature),
    ],
  )
}

interface EventColumns {
  chain_id: string
  sequence: number
  chain: SignedEvent['chain']
  type: SignedEvent['type']
  certificate_id: string | null
  at: number
  actor: string
  previous_hash: string | null
  vc_jwt_sha256: string | null
  open_badge_jsonld_sha256: string | null
  open_badge_jwt_sha256: string | null
  detail: string | null
  service_key_id: string
  signature: string
}

function signedEvent(row: EventColumns): SignedEvent {
  return {
    chainId: row.chain_id,
    sequence: row.sequence,
    chain: row.chain,
    type: row.type,
    certificateId: row.certificate_id,
    at: row.at,
    actor: row.actor,
    previousHash: row.previous_hash,
    forms:
      row.vc_jwt_sha256 === null || row.open_badge_jsonld_sha256 === null || row.open_badge_jwt_sha256 === null
        ? null
        : {
            vcJwt: row.vc_jwt_sha256,
            openBadgeJsonld: row.open_badge_jsonld_sha256,
            openBadgeJwt: row.open_badge_jwt_sha256,
          },
    detail: row.detail,
    serviceKeyId: row.service_key_id,
    signature: row.signature,
  }
}
