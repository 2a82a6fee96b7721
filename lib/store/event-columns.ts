import type { SignedEvent } from '@/lib/domain/event'

/** What is read of an event. */
export const EVENT_COLUMNS = `chain_id, sequence, chain, type, certificate_id,
  floor(extract(epoch FROM at) * 1000)::float8 AS at, actor, previous_hash, vc_jwt_sha256, open_badge_jsonld_sha256,
  open_badge_jwt_sha256, detail, service_key_id, signature`

/** A row of `EVENT_COLUMNS`. */
export interface EventColumns {
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

/** An event from its row. */
export function signedEvent(row: EventColumns): SignedEvent {
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
