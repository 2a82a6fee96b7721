import { WEBHOOK_KINDS, type WebhookKind, type WebhookState } from '@/lib/contract/webhook/webhook-kinds'
import { type Transaction, workingPool } from '@/lib/store/database/database'
import { findSealed, holdSealed, insertSealed, type Querying, updateSealed } from '@/lib/store/keys/sealed-rows'
import type { SealedRows } from '@/lib/store/keys/sealed-tables'

/** An address that an issuer's program listens at. */
export interface StoredWebhook {
  id: string
  issuerId: string
  url: string
  kinds: WebhookKind[]
  /** Encrypted. */
  secret: string
  /** The owner who answers for it. */
  madeBy: string
  state: WebhookState
  createdAt: Date
  deliveredAt: Date | null
  failingSince: Date | null
}

function stored(row: SealedRows['webhooks']): StoredWebhook {
  const { id, issuerId, url, secret, madeBy, createdAt, deliveredAt, failingSince } = row
  const words = row.events.split(' ')
  const kinds = WEBHOOK_KINDS.filter((kind) => words.includes(kind))
  return {
    ...{ id, issuerId, url, kinds, secret, madeBy, createdAt, deliveredAt, failingSince },
    state: row.state as WebhookState,
  }
}

/** The webhooks of an issuer, the oldest first. */
export async function findWebhooks(db: Querying, issuerId: string): Promise<StoredWebhook[]> {
  return (await findSealed(db, 'webhooks', 'issuer_id = $1 ORDER BY created_at, id', [issuerId])).map(stored)
}

/** One webhook of an issuer, held until the transaction ends; null when there is none. */
export async function holdWebhook(tx: Transaction, issuerId: string, id: string): Promise<StoredWebhook | null> {
  const [row] = await holdSealed(tx, 'webhooks', 'issuer_id = $1 AND id = $2', [issuerId, id])
  return row ? stored(row) : null
}

/** A webhook by its id, whosever it is. */
export async function findWebhook(db: Querying, id: string): Promise<StoredWebhook | null> {
  const [row] = await findSealed(db, 'webhooks', 'id = $1', [id])
  return row ? stored(row) : null
}

/** Those of every issuer, with its slug: for the operator. */
export async function listEveryWebhook(db: Querying): Promise<StoredWebhook[]> {
  return (await findSealed(db, 'webhooks', 'true ORDER BY issuer_id, created_at, id LIMIT 1000', [])).map(stored)
}

/** Adds a webhook, which is told nothing before its address has answered. */
export async function insertWebhook(
  tx: Transaction,
  { kinds, ...webhook }: Pick<StoredWebhook, 'id' | 'issuerId' | 'url' | 'kinds' | 'secret' | 'madeBy'>,
): Promise<void> {
  await insertSealed(tx, 'webhooks', [{ ...webhook, events: kinds.join(' '), state: 'unconfirmed' }])
}

/**
 * Changes how a webhook stands. Made active, it has failed never.
 * @param change `madeBy` is who answers for it from now on
 */
export async function changeWebhook(
  tx: Transaction,
  id: string,
  change: { state: WebhookState; madeBy?: string },
): Promise<void> {
  await updateSealed(tx, 'webhooks', 'id = $1', [id], change)
  if (change.state === 'active')
    await tx.query('UPDATE webhooks SET failing_since = NULL, failures = 0, retry_at = NULL WHERE id = $1', [id])
}

/** Pauses what a person made at an issuer, because they leave. @returns those that were told something until now */
export async function pauseWebhooksOf(tx: Transaction, issuerId: string, userId: string): Promise<StoredWebhook[]> {
  const where = "issuer_id = $1 AND made_by = $2 AND state IN ('unconfirmed', 'active')"
  return (await updateSealed(tx, 'webhooks', where, [issuerId, userId], { state: 'paused' })).map(stored)
}

/** Removes a webhook and all that waits for it. */
export async function deleteWebhook(tx: Transaction, id: string): Promise<void> {
  await tx.query('DELETE FROM webhooks WHERE id = $1', [id])
}

/** Notes that something arrived. */
export async function noteArrived(id: string): Promise<void> {
  await workingPool().query(
    `UPDATE webhooks SET delivered_at = clock_timestamp(), failing_since = NULL, failures = 0, retry_at = NULL
     WHERE id = $1`,
    [id],
  )
}

/**
 * Notes that something did not arrive, and leaves the address in peace for a while.
 * @param restSeconds by the number of failures one after another, from 1 on
 * @returns since when nothing arrives, in milliseconds; 0 where the webhook is gone
 */
export async function noteFailed(id: string, restSeconds: (failures: number) => number): Promise<number> {
  const { rows } = await workingPool().query<{ failures: number; failingForMs: number }>(
    `UPDATE webhooks SET failures = failures + 1, failing_since = coalesce(failing_since, clock_timestamp())
     WHERE id = $1 RETURNING failures,
       (extract(epoch FROM clock_timestamp() - failing_since) * 1000)::float8 AS "failingForMs"`,
    [id],
  )
  if (!rows[0]) return 0
  await workingPool().query(
    'UPDATE webhooks SET retry_at = clock_timestamp() + make_interval(secs => $2) WHERE id = $1',
    [id, restSeconds(rows[0].failures)],
  )
  return rows[0].failingForMs
}

/** How many of an issuer's webhooks the service has given up. */
export async function countDisabled(issuerId: string): Promise<number> {
  const { rows } = await workingPool().query<{ count: number }>(
    "SELECT count(*)::int AS count FROM webhooks WHERE issuer_id = $1 AND state = 'disabled'",
    [issuerId],
  )
  return rows[0]?.count ?? 0
}
