import type { Transaction } from '@/lib/store/database/database'
import { withinLast } from '@/lib/store/database/sql-time'
import { insertSealed, readRows, isSealed, updateSealed } from '@/lib/store/keys/sealed-rows'
import type { SealedRows } from '@/lib/store/keys/sealed-tables'

/** What was asked for and waits to be confirmed. */
type StoredWatchRequest = SealedRows['watch_requests']

/** How many requests of the last day there are, and whether the address refuses them. */
interface RequestCounts {
  ofAddress: number
  ofSender: number
  refused: boolean
}

/**
 * Counts the requests of the last day. Of several at once for one address, or from one network, each waits for the one before;
 * the address always comes first, so that none waits for another in a circle.
 */
export async function countWatchRequests(
  tx: Transaction,
  { recipientMac, senderMac }: { recipientMac: string; senderMac: string | null },
): Promise<RequestCounts> {
  await lockWatchRequests(tx, recipientMac)
  if (senderMac !== null)
    await tx.query("SELECT pg_advisory_xact_lock(hashtextextended('watch senders ' || $1, 0))", [senderMac])
  const { rows } = await tx.query<RequestCounts>(
    `SELECT count(*) FILTER (WHERE recipient_mac = $1)::int AS "ofAddress",
       count(*) FILTER (WHERE sender_mac = $2)::int AS "ofSender",
       EXISTS (SELECT 1 FROM watch_refusals WHERE recipient_mac = $1) AS refused
     FROM watch_requests WHERE ${withinLast('1 day', 'created_at')}
       AND (recipient_mac = $1 OR sender_mac = $2)`,
    [recipientMac, senderMac],
  )
  return rows[0] ?? { ofAddress: 0, ofSender: 0, refused: false }
}

/**
 * Lets whoever asks for an inbox, refuses for it or forgets it come one after another, until the transaction ends. Taken
 * before any row of it is held.
 */
export async function lockWatchRequests(tx: Transaction, recipientMac: string): Promise<void> {
  await tx.query("SELECT pg_advisory_xact_lock(hashtextextended('watch requests ' || $1, 0))", [recipientMac])
}

/** Keeps a request. */
export async function insertWatchRequest(
  tx: Transaction,
  request: Pick<StoredWatchRequest, 'id' | 'recipientMac' | 'senderMac' | 'sealed' | 'confirmHash' | 'expiresAt'>,
): Promise<void> {
  await insertSealed(tx, 'watch_requests', [request])
}

/** The request with this id, where it counts and has not run out, or null. */
export function findWatchRequest(db: Pick<Transaction, 'query'>, id: string): Promise<StoredWatchRequest | null> {
  return findOpen(db, 'id = $1', id)
}

/** Of the inbox that a link was sent to, without holding anything, also of a request that was emptied; null once the link has run out. */
export async function findRequestedInbox(tx: Transaction, confirmHash: string): Promise<string | null> {
  return (await findUnexpired(tx, 'confirm_hash = $1', confirmHash))?.recipientMac ?? null
}

/** The request that a link confirms, where it counts and has not run out, held until the transaction ends; or null. */
export function holdWatchRequest(tx: Transaction, confirmHash: string): Promise<StoredWatchRequest | null> {
  return findOpen(tx, 'confirm_hash = $1 FOR UPDATE', confirmHash)
}

async function findOpen(
  db: Pick<Transaction, 'query'>,
  where: string,
  value: string,
): Promise<StoredWatchRequest | null> {
  const row = await findUnexpired(db, where, value)
  return row?.sealed == null ? null : row
}

async function findUnexpired(
  db: Pick<Transaction, 'query'>,
  where: string,
  value: string,
): Promise<StoredWatchRequest | null> {
  const [row] = await readRows(db as Transaction, 'watch_requests', where, [value])
  return row && row.expiresAt.getTime() > Date.now() && isSealed('watch_requests', row) ? row : null
}

/** Keeps a request that was encrypted anew. */
export async function updateWatchRequest(tx: Transaction, id: string, sealed: string): Promise<void> {
  await updateSealed(tx, 'watch_requests', 'id = $1', [id], { sealed })
}

/** Empties what waits for an address, or those of it that `isOver` says; that it was asked for still counts. */
export async function emptyWatchRequests(
  tx: Transaction,
  recipientMac: string,
  isOver: (request: StoredWatchRequest) => boolean = () => true,
): Promise<void> {
  await updateSealed(tx, 'watch_requests', 'recipient_mac = $1 AND sealed IS NOT NULL', [recipientMac], (request) =>
    isOver(request) ? { sealed: null } : {},
  )
}

/** Notes that an address wants no such message. */
export async function insertWatchRefusal(tx: Transaction, recipientMac: string): Promise<void> {
  await tx.query('INSERT INTO watch_refusals (recipient_mac) VALUES ($1) ON CONFLICT DO NOTHING', [recipientMac])
}
