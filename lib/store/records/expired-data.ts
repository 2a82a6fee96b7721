import { workingPool } from '@/lib/store/database/database'

/**
 * Deletes, in SQL, the data that docs/privacy.md keeps for a limited time. Each statement takes a part of it, so that
 * nothing is locked for long.
 */
const FORGETTING = {
  addresses: `UPDATE desk_activities SET address = NULL WHERE id IN (
    SELECT id FROM desk_activities WHERE address IS NOT NULL AND at < statement_timestamp() - interval '90 days'
    ORDER BY at LIMIT 5000)`,
  invitations: `DELETE FROM desk_invitations WHERE id IN (
    SELECT id FROM desk_invitations WHERE coalesce(used_at, withdrawn_at, expires_at) < statement_timestamp() - interval '30 days'
      AND expires_at < statement_timestamp() LIMIT 5000)`,
  links: `DELETE FROM desk_verifications WHERE id IN (
    SELECT id FROM desk_verifications WHERE expires_at < statement_timestamp() LIMIT 5000)`,
  mail: `UPDATE mail_messages SET state = 'abandoned', sealed = NULL, recipient_mac = NULL,
      finished_at = coalesce(finished_at, clock_timestamp())
    WHERE id IN (SELECT id FROM mail_messages WHERE state IN ('failed', 'unknown')
      AND created_at < statement_timestamp() - interval '30 days' LIMIT 5000)`,
  waitingMail: `UPDATE mail_messages SET state = 'abandoned', sealed = NULL, recipient_mac = NULL, finished_at = clock_timestamp(),
      last_error = 'waited_too_long'
    WHERE id IN (SELECT id FROM mail_messages WHERE created_at < statement_timestamp() - interval '30 days'
      AND (state = 'queued' OR state = 'sending' AND claimed_at < statement_timestamp() - interval '1 day') LIMIT 5000)`,
  refusedRows: `UPDATE batch_notes SET refused_rows = NULL WHERE batch_id IN (
    SELECT batch_id FROM batch_notes WHERE refused_rows IS NOT NULL AND noted_at < statement_timestamp() - interval '30 days'
    LIMIT 5000)`,
  layouts: `DELETE FROM issue_layouts WHERE used_at < statement_timestamp() - interval '1 year'`,
  deliveries: `DELETE FROM webhook_deliveries WHERE id IN (
    SELECT id FROM webhook_deliveries WHERE occurred_at < statement_timestamp() - interval '30 days' LIMIT 5000)`,
} as const

type Forgettable = keyof typeof FORGETTING

/**
 * Forgets what its time has come for. One kind that cannot be forgotten keeps no other from being.
 * @returns how many rows of each kind
 * @throws AggregateError of what failed, once all else is done
 */
export async function forgetExpired(): Promise<Record<Forgettable, number>> {
  const forgotten: Record<Forgettable, number> = {
    ...{ addresses: 0, invitations: 0, links: 0, mail: 0, waitingMail: 0, refusedRows: 0, layouts: 0, deliveries: 0 },
  }
  const failed: unknown[] = []
  for (const kind of Object.keys(FORGETTING) as Forgettable[]) {
    try {
      for (let rows = 1; rows > 0;) {
        rows = (await workingPool().query(FORGETTING[kind])).rowCount ?? 0
        forgotten[kind] += rows
      }
    } catch (error) {
      failed.push(error)
    }
  }
  if (failed.length > 0) throw new AggregateError(failed, 'Not everything that is past its time was forgotten.')
  return forgotten
}
