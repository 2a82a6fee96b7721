import { TEST_KIND } from '@/lib/contract/webhook/webhook-kinds'
import { type Transaction, workingPool } from '@/lib/store/database/database'
import { findSealed, sealOf } from '@/lib/store/keys/sealed-rows'

/** Something that one webhook is to be told. */
interface NewDelivery {
  id: string
  webhookId: string
  /** Goes with it if it is erased. */
  certificateId: string | null
  kind: string
  /** JSON. */
  data: string
  occurredAt: Date
}

type DeliveryState = 'queued' | 'sending' | 'delivered' | 'failed'

/** Queues deliveries, in the transaction of what they tell: rolled back with it, they were never there. */
export async function insertDeliveries(tx: Transaction, deliveries: readonly NewDelivery[]): Promise<void> {
  if (deliveries.length === 0) return
  const column = <T>(read: (delivery: NewDelivery) => T): T[] => deliveries.map(read)
  await tx.query(
    `INSERT INTO webhook_deliveries (id, webhook_id, certificate_id, kind, data, occurred_at, mac)
     SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::timestamptz[], $7::text[])`,
    [
      column(({ id }) => id),
      column(({ webhookId }) => webhookId),
      column(({ certificateId }) => certificateId),
      column(({ kind }) => kind),
      column(({ data }) => data),
      column(({ occurredAt }) => occurredAt),
      column((delivery) => sealOf('webhook_deliveries', delivery)),
    ],
  )
}

/** More than these are not looked at: they are of one webhook, and did not arrive. */
const MOST_LATE = 100

/**
 * Whether something of a webhook has not arrived that is as old as this by its seal: how an address fares is under none.
 * @param ms how old, in milliseconds
 */
export async function hasLateDelivery(webhookId: string, ms: number): Promise<boolean> {
  const late = `webhook_id = $1 AND state <> 'delivered'
    AND occurred_at <= statement_timestamp() - make_interval(secs => $2) ORDER BY occurred_at DESC LIMIT ${MOST_LATE}`
  return (await findSealed(workingPool(), 'webhook_deliveries', late, [webhookId, ms / 1000])).length > 0
}

/** A test that failed is no loss: who asked for it has seen that. */
const LOST = `state = 'failed' AND kind <> '${TEST_KIND}'`

/** How many deliveries of each of these webhooks did not arrive and are tried no more; none is left out. */
export async function countLost(webhookIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await workingPool().query<{ id: string; count: number }>(
    `SELECT webhook_id AS id, count(*)::int AS count FROM webhook_deliveries
     WHERE webhook_id = ANY($1) AND ${LOST} GROUP BY webhook_id`,
    [webhookIds],
  )
  return new Map(rows.map(({ id, count }) => [id, count]))
}

/** The same of all webhooks of an issuer, of what was given up in so many days. */
export async function countLostLately(issuerId: string, days: number): Promise<number> {
  const { rows } = await workingPool().query<{ count: number }>(
    `SELECT count(*)::int AS count FROM webhook_deliveries WHERE ${LOST}
       AND webhook_id IN (SELECT id FROM webhooks WHERE issuer_id = $1)
       AND finished_at > statement_timestamp() - make_interval(days => $2)`,
    [issuerId, days],
  )
  return rows[0]?.count ?? 0
}

/** A delivery as its issuer sees it. */
export interface ListedDelivery {
  id: string
  kind: string
  occurredAt: Date
  state: DeliveryState
  attempts: number
  /** When it was delivered, or given up; null before. */
  finishedAt: Date | null
  /** A status of HTTP, or a word. */
  lastResult: string | null
}

/**
 * The deliveries of a webhook, the newest first.
 * @param before id of the last one of the page before, or null
 * @param lost only those that did not arrive and are tried no more
 */
export async function findDeliveries(
  webhookId: string,
  { before, lost, limit }: { before: string | null; lost: boolean; limit: number },
): Promise<ListedDelivery[]> {
  const { rows } = await workingPool().query<ListedDelivery>(
    `SELECT id, kind, occurred_at AS "occurredAt", state, attempts, finished_at AS "finishedAt",
       last_result AS "lastResult"
     FROM webhook_deliveries WHERE webhook_id = $1 AND ${lost ? LOST : 'true'} AND ($2::uuid IS NULL OR (occurred_at, id) <
       (SELECT b.occurred_at, b.id FROM webhook_deliveries b WHERE b.id = $2 AND b.webhook_id = $1))
     ORDER BY occurred_at DESC, id DESC LIMIT $3`,
    [webhookId, before, limit],
  )
  return rows
}

/**
 * Queues a delivery once more that is done with.
 * @param finishedAt when it was, so that of two at once one queues it
 * @returns false when there is none of this webhook
 */
export async function requeueDelivery(
  tx: Transaction,
  webhookId: string,
  id: string,
  finishedAt: Date,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `UPDATE webhook_deliveries SET state = 'queued', attempts = 0, next_attempt_at = clock_timestamp(),
       finished_at = NULL, claim = NULL
     WHERE webhook_id = $1 AND id = $2 AND finished_at = $3 AND state IN ('delivered', 'failed')`,
    [webhookId, id, finishedAt],
  )
  return rowCount === 1
}
