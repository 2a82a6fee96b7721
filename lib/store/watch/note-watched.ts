import type { SignedEvent } from '@/lib/domain/history/event'
import type { Transaction } from '@/lib/store/database/database'

/**
 * Has the watches looked at whose certificate or issuer these events change, in the transaction that stores them: what is
 * rolled back is told to nobody. Whoever looks at one of them just now is waited for.
 */
export async function noteWatched(tx: Transaction, events: readonly SignedEvent[]): Promise<void> {
  const idsOf = (chain: SignedEvent['chain']) =>
    events.flatMap((event) => (event.chain === chain && event.type !== 'issued' ? [event.chainId] : []))
  const [lineages, issuers] = [idsOf('lineage'), idsOf('issuer')]
  if (lineages.length + issuers.length === 0) return
  await tx.query(
    `UPDATE watches SET look_at = clock_timestamp()
     WHERE lineage_id = ANY($1::uuid[]) OR issuer_id = ANY($2::uuid[])`,
    [lineages, issuers],
  )
}
