import type pg from 'pg'
import { TreeEdge } from '@/lib/crypto/tlog/tree-edge'
import { leafHash } from '@/lib/crypto/tlog/tree-hash'
import { parseLogLeaf } from '@/lib/domain/log/log-leaf'
import { ServiceError } from '@/lib/errors'
import { findLogKeys } from '@/lib/store/log/keys/log-keys'
import type { LogState } from '@/lib/store/log/log-state'

const PAGE = 4096

/**
 * How far the log has come by the leaves that the database has, where somebody else wrote its state. Of these, too, nothing is
 * believed before the published files lead from them.
 * @param written what stands there
 */
export async function stateOfLeaves(db: pg.ClientBase, written: LogState): Promise<LogState> {
  const key = (await findLogKeys(db)).find(({ purpose }) => purpose === 'log')
  if (!key) throw new ServiceError('unavailable', 'The public log has no key.')
  const edge = new TreeEdge()
  let intake: { index: number; at: number } | null = null
  for (;;) {
    const { rows } = await db.query<{ leaf: Buffer }>(
      'SELECT leaf FROM log_leaves WHERE log_index >= $1 AND log_index < $1 + $2::int ORDER BY log_index',
      [edge.size, PAGE],
    )
    for (const { leaf } of rows) {
      intake ??= endOfIntake(edge.size, leaf)
      edge.append(leafHash(leaf))
    }
    if (rows.length < PAGE) break
  }
  const tree = { size: edge.size, root: edge.root() }
  return {
    ...written,
    ...tree,
    ...{ origin: key.name, publishedSize: tree.size, publishedRoot: tree.root },
    ...{ intakeEnded: intake !== null, intakeEnd: intake?.index ?? null, intakeEndedAt: intake?.at ?? null },
  }
}

/** Whether a leaf ends the intake, and when that was; null where it does not. */
export function endOfIntake(index: number, leaf: Buffer): { index: number; at: number } | null {
  const parsed = parseLogLeaf(leaf)
  if (parsed.kind !== 'log-notice/v1' || parsed.fields.notice !== 'intake-end') return null
  return { index, at: parsed.fields.at }
}
