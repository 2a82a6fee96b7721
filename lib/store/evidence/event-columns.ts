import type { SignedEvent } from '@/lib/domain/history/event'
import { milliseconds } from '@/lib/store/database/sql-time'

/** The columns of an event, as a JSON array; the query calls `events` `e`. */
export const EVENT_JSON = `pg_catalog.json_build_array(e.chain_id, e.sequence, e.chain, e.type, e.certificate_id,
  ${milliseconds('e.at')}, e.actor, e.previous_hash, e.vc_jwt_sha256, e.open_badge_jsonld_sha256,
  e.open_badge_jwt_sha256, e.detail, e.service_key_id, e.signature)`

/** The columns of `EVENT_JSON`. */
export type EventColumns = [
  ...[chainId: string, sequence: number, chain: SignedEvent['chain'], type: SignedEvent['type']],
  ...[certificateId: string | null, at: number, actor: string, previousHash: string | null],
  ...[vcJwt: string | null, openBadgeJsonld: string | null, openBadgeJwt: string | null, detail: string | null],
  ...[serviceKeyId: string, signature: string],
]

/** An event from its row. */
export function signedEvent(columns: EventColumns): SignedEvent {
  const [chainId, sequence, chain, type, certificateId, at, actor, previousHash, vcJwt, jsonld, jwt, detail, key, sig] =
    columns
  return {
    chainId,
    sequence,
    chain,
    type,
    certificateId,
    at,
    actor,
    previousHash,
    detail,
    // One hash missing is not "no hashes": the empty string matches no bytes.
    forms:
      vcJwt === null && jsonld === null && jwt === null
        ? null
        : { vcJwt: vcJwt ?? '', openBadgeJsonld: jsonld ?? '', openBadgeJwt: jwt ?? '' },
    serviceKeyId: key,
    signature: sig,
  }
}
