import { workingPool } from '@/lib/store/database/database'

/** The most tables whose columns are remembered for one issuer. */
const MOST_REMEMBERED = 200

/** What the columns of a table hold, encrypted; null where nobody has confirmed such a one. It counts as used now. */
export async function useIssueLayout(issuerId: string, headHash: string): Promise<string | null> {
  const { rows } = await workingPool().query<{ choice: string }>(
    `UPDATE issue_layouts SET used_at = clock_timestamp() WHERE issuer_id = $1 AND head_hash = $2 RETURNING choice`,
    [issuerId, headHash],
  )
  return rows[0]?.choice ?? null
}

/** Remembers what the columns of a table hold, in the place of what was confirmed before; the oldest of too many is forgotten. */
export async function writeIssueLayout(issuerId: string, headHash: string, choice: string): Promise<void> {
  await workingPool().query(
    `INSERT INTO issue_layouts (issuer_id, head_hash, choice) VALUES ($1, $2, $3)
     ON CONFLICT (issuer_id, head_hash) DO UPDATE SET choice = EXCLUDED.choice, used_at = clock_timestamp()`,
    [issuerId, headHash, choice],
  )
  await workingPool().query(
    `DELETE FROM issue_layouts WHERE issuer_id = $1 AND head_hash IN (
       SELECT head_hash FROM issue_layouts WHERE issuer_id = $1 ORDER BY used_at DESC OFFSET $2)`,
    [issuerId, MOST_REMEMBERED],
  )
}

/** Forgets what the columns of a table hold. */
export async function deleteIssueLayout(issuerId: string, headHash: string): Promise<void> {
  await workingPool().query('DELETE FROM issue_layouts WHERE issuer_id = $1 AND head_hash = $2', [issuerId, headHash])
}
