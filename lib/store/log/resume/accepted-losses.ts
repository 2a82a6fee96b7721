import type pg from 'pg'
import { parsePublicLeaf } from '@/lib/domain/log/public-leaf'

/** Leaves that a restored database took over: from an index to before another one. */
interface AcceptedLoss {
  from: number
  to: number
}

/**
 * Which leaves the operator took over after restores, as the log itself says in public: rows of it that somebody else wrote differ
 * from what was published.
 */
export async function findAcceptedLosses(db: pg.ClientBase | pg.Pool): Promise<AcceptedLoss[]> {
  const { rows } = await db.query<{ leaf: Buffer }>(
    "SELECT leaf FROM log_leaves WHERE kind = 'notice' ORDER BY log_index",
  )
  return rows.flatMap(({ leaf }) => {
    const parsed = parsePublicLeaf(leaf)
    if (parsed.kind !== 'log-notice/v1') return []
    const { notice, from, to } = parsed.fields
    return notice === 'lost' && from !== null && to !== null ? [{ from, to }] : []
  })
}
