import { type Transaction, transaction, workingPool } from '@/lib/store/database/database'
import { findSealed, isSealed, queryFields } from '@/lib/store/keys/sealed-rows'
import type { SealedRows } from '@/lib/store/keys/sealed-tables'
import { findWebhook, type StoredWebhook } from './webhooks'

/** A delivery that one process has taken on. */
export interface ClaimedDelivery {
  id: string
  claim: string
  kind: string
  data: string
  occurredAt: Date
  attempts: number
  /**
   * Where it goes; null if it must not go out: somebody else wrote it or its webhook, or the owner who answers for the
   * webhook is one no more.
   */
  webhook: StoredWebhook | null
}

/** One slow address must not take every place there is, nor must the ten of one issuer. */
const AT_ONCE_PER_WEBHOOK = 2
const AT_ONCE_PER_ISSUER = 3

const WAITS = `EXISTS (SELECT 1 FROM webhook_deliveries q
  WHERE q.webhook_id = w.id AND q.state = 'queued' AND q.next_attempt_at <= statement_timestamp())`
const HAS_PLACE = `(SELECT count(*) FROM webhook_deliveries s WHERE s.webhook_id = w.id AND s.state = 'sending')
  < ${AT_ONCE_PER_WEBHOOK} AND
  (SELECT count(*) FROM webhook_deliveries s JOIN webhooks o ON o.id = s.webhook_id
    WHERE o.issuer_id = w.issuer_id AND s.state = 'sending') < ${AT_ONCE_PER_ISSUER}`
const LISTENS = `w.state = 'active' AND (w.retry_at IS NULL OR w.retry_at <= statement_timestamp()) AND ${HAS_PLACE}`

/** Whether a delivery is due. Cheap: asked every few seconds. */
export async function hasDueDelivery(): Promise<boolean> {
  const { rowCount } = await workingPool().query(`SELECT 1 FROM webhooks w WHERE ${LISTENS} AND ${WAITS} LIMIT 1`)
  return rowCount === 1
}

/**
 * Takes on a delivery that is due, of the webhook that had its turn longest ago; nobody else gets it.
 * @param claim a fresh UUID, which names this attempt
 * @param only this delivery, whenever it is due and however its webhook fares
 * @returns null when none is due
 */
export async function claimDelivery(claim: string, only: string | null = null): Promise<ClaimedDelivery | null> {
  return transaction(async (tx) => {
    const id = only ?? (await nextDue(tx))
    if (id === null) return null
    const [row] = await queryFields<SealedRows['webhook_deliveries']>(
      tx,
      `UPDATE webhook_deliveries SET state = 'sending', claim = $2, claimed_at = clock_timestamp(),
         attempts = attempts + 1 WHERE id = $1 AND state = 'queued' RETURNING *`,
      [id, claim],
    )
    if (!row) return null
    await tx.query('UPDATE webhooks SET attempted_at = clock_timestamp() WHERE id = $1', [row.webhookId])
    const { kind, data, occurredAt, attempts } = row
    const webhook = isSealed('webhook_deliveries', row) ? await listeningWebhook(tx, row.webhookId) : null
    return { id, claim, kind, data, occurredAt, attempts, webhook }
  })
}

async function nextDue(tx: Transaction): Promise<string | null> {
  // One after the other: of two claims at once for webhooks of one issuer neither would see the place that the other takes.
  await tx.query("SELECT pg_advisory_xact_lock(hashtextextended('webhook claims', 0))")
  const webhooks = await tx.query<{ id: string }>(
    `SELECT w.id FROM webhooks w WHERE ${LISTENS} AND ${WAITS}
     ORDER BY w.attempted_at NULLS FIRST, w.id LIMIT 1 FOR NO KEY UPDATE`,
  )
  // Asked again under the lock: those who waited for it with this one may have taken the places.
  const { rows } = await tx.query<{ id: string }>(
    `SELECT d.id FROM webhook_deliveries d JOIN webhooks w ON w.id = d.webhook_id
     WHERE w.id = $1 AND ${LISTENS} AND d.state = 'queued' AND d.next_attempt_at <= statement_timestamp()
     ORDER BY d.next_attempt_at, d.id LIMIT 1 FOR UPDATE OF d SKIP LOCKED`,
    [webhooks.rows[0]?.id ?? null],
  )
  return rows[0]?.id ?? null
}

async function listeningWebhook(tx: Transaction, id: string): Promise<StoredWebhook | null> {
  const webhook = await findWebhook(tx, id)
  if (webhook?.state !== 'active') return null
  const owners = "issuer_id = $1 AND user_id = $2 AND role = 'owner'"
  const [owner] = await findSealed(tx, 'desk_members', owners, [webhook.issuerId, webhook.madeBy])
  return owner ? webhook : null
}

/** Notes that a delivery arrived, or that nobody tries any more; also where its claim was given up meanwhile. */
export async function settleDelivery(
  { id, claim }: Pick<ClaimedDelivery, 'id' | 'claim'>,
  state: 'delivered' | 'failed',
  result: string,
): Promise<void> {
  await workingPool().query(
    `UPDATE webhook_deliveries SET state = $3, last_result = $4, finished_at = clock_timestamp()
     WHERE id = $1 AND claim = $2 AND state IN ('sending', 'queued')`,
    [id, claim, state, result],
  )
}

/** Puts a delivery back, to be tried again after some seconds. */
export async function returnDelivery(
  { id, claim }: Pick<ClaimedDelivery, 'id' | 'claim'>,
  result: string,
  afterSeconds: number,
): Promise<void> {
  await workingPool().query(
    `UPDATE webhook_deliveries SET state = 'queued', last_result = $3,
       next_attempt_at = clock_timestamp() + make_interval(secs => $4)
     WHERE id = $1 AND claim = $2 AND state = 'sending'`,
    [id, claim, result, afterSeconds],
  )
}

/**
 * Queues again what a process left behind that was killed: whether it arrived nobody knows, so it is sent once more.
 * @param minutes the age of a claim from which nobody can be at it any more
 */
export async function recoverDeliveries(minutes: number): Promise<void> {
  await workingPool().query(
    `UPDATE webhook_deliveries SET state = 'queued', last_result = 'interrupted', next_attempt_at = clock_timestamp()
     WHERE state = 'sending' AND claimed_at < statement_timestamp() - make_interval(mins => $1)`,
    [minutes],
  )
}
