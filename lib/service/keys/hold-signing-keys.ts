import type { Signer } from '@/lib/crypto/signature/signer'
import { keyStateOf } from '@/lib/domain/history/judge-issuer-key'
import type { KeyState } from '@/lib/domain/history/key-state'
import { ServiceError } from '@/lib/errors'
import { judged } from '@/lib/service/check/judged'
import type { Transaction } from '@/lib/store/database/database'
import { type HistoryEnd, lockHistory } from '@/lib/store/evidence/event-log'
import { readKeyEvidenceOn } from '@/lib/store/evidence/read-key-evidence'
import { holdSigningKeyRows, type StoredSigningKey } from '@/lib/store/issuers/issuer-signing-keys'
import { findIssuerBySlug, holdIssuer, type SealedIssuer } from '@/lib/store/issuers/issuers'
import { lockServiceKeys } from '@/lib/store/keys/service-keys'
import { serviceSigner } from './service-signer'

/** A signing key under the lock of its history. */
export interface HeldSigningKey {
  row: StoredSigningKey
  /** From its checked history; null when that fails its check. */
  state: KeyState | null
  end: HistoryEnd
}

/** An issuer's signing keys, held for a change. */
export interface HeldSigningKeys {
  issuer: SealedIssuer
  /** The newest first. */
  keys: HeldSigningKey[]
  serviceKey: Signer
}

/**
 * Holds an issuer and its signing keys for a change: what is being signed is finished first, and what comes later waits
 * and signs with the keys as they are then. A change of the key encryption key waits too, or is waited for.
 * @param slug the issuer's current or an earlier slug
 * @throws ServiceError `not_found`; `unavailable` when the service's key cannot be used
 */
export async function holdSigningKeys(tx: Transaction, slug: string): Promise<HeldSigningKeys> {
  await lockServiceKeys(tx)
  const found = await findIssuerBySlug(tx, slug)
  const issuer = found && (await holdIssuer(tx, found.id, 'update'))
  if (!issuer) throw new ServiceError('not_found', `There is no issuer with the slug ${JSON.stringify(slug)}.`)
  const serviceKey = await serviceSigner(tx)
  const rows = await holdSigningKeyRows(tx, issuer.id)
  const evidence = await readKeyEvidenceOn(tx, issuer.id)
  const keys: HeldSigningKey[] = []
  for (const row of rows) {
    const end = await lockHistory(tx, row.id)
    keys.push({ row, end, state: judged(evidence, (signatures) => keyStateOf(row, evidence, signatures)) })
  }
  return { issuer, keys, serviceKey }
}
