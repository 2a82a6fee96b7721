import type pg from 'pg'
import { type SignedEvent, eventBytes, eventHash } from '@/lib/domain/history/event'
import type { ServiceKeyRow } from '@/lib/domain/history/evidence'
import type { SignatureChecks } from '@/lib/domain/history/signature-checks'
import { log } from '@/lib/log'
import { trustedSignatures } from '@/lib/store/evidence/trusted-signatures'
import { keyEncryptionKey } from '@/lib/store/keys/key-encryption-key'

/**
 * The checks of a verdict, with the service's keys as this transaction sees them: what passes them may stand in the public log,
 * where everything stays.
 */
export async function genuineSignatures(db: pg.ClientBase): Promise<SignatureChecks> {
  const { rows } = await db.query<ServiceKeyRow>('SELECT id, public_jwk AS "publicJwk", state, mac FROM service_keys')
  return trustedSignatures(rows, keyEncryptionKey())
}

/** Whether the service signed an entry of a history. */
export function isSignedEntry(event: SignedEvent, signatures: SignatureChecks): boolean {
  return signatures.event(event, eventBytes(event), eventHash(event)) === 'passed'
}

/** Leaves out what somebody else wrote: the log would say it for ever. */
export function genuineOf<Row>(rows: readonly Row[], what: string, isGenuine: (row: Row) => boolean): Row[] {
  const genuine = rows.filter(isGenuine)
  if (genuine.length < rows.length)
    log.error({ what, rows: rows.length - genuine.length }, 'the public log takes in nothing that somebody else wrote')
  return genuine
}
