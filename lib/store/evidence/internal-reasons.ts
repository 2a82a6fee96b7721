import type { SignedEvent } from '@/lib/domain/history/event'
import { readOnServingPool } from '@/lib/store/database/on-serving-pool'

/** The internal reason why a certificate was corrected or withdrawn; null for an event without a reason. */
export type InternalReason = (event: Pick<SignedEvent, 'type' | 'certificateId'>) => string | null

/**
 * The reasons of corrections and withdrawals that are kept internally. They are not signed, and never public.
 * @param certificateIds of one chain
 */
export async function findInternalReasons(certificateIds: readonly string[]): Promise<InternalReason> {
  const { rows } = await readOnServingPool((pool) =>
    pool.query<{ id: string; corrected: string | null; withdrawn: string | null }>(
      `SELECT id, correction_note AS corrected, withdrawal_note AS withdrawn FROM certificates WHERE id = ANY($1::uuid[])`,
      [certificateIds],
    ),
  )
  const notes = new Map(rows.map((row) => [row.id, row]))
  return ({ type, certificateId }) =>
    type === 'corrected' || type === 'withdrawn' ? (notes.get(certificateId ?? '')?.[type] ?? null) : null
}
