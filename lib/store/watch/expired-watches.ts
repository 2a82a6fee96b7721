import { workingPool } from '@/lib/store/database/database'

/** Deletes requests that ran out, and where they came from a day after they came; and refusals after ninety days. */
export async function forgetWatchRequests(): Promise<void> {
  await workingPool().query('DELETE FROM watch_requests WHERE expires_at < statement_timestamp()')
  await workingPool().query(
    `UPDATE watch_requests SET sender_mac = NULL
     WHERE sender_mac IS NOT NULL AND created_at < statement_timestamp() - interval '1 day'`,
  )
  await workingPool().query("DELETE FROM watch_refusals WHERE created_at < statement_timestamp() - interval '90 days'")
}
