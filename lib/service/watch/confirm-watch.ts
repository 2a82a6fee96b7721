import { randomUUID } from 'node:crypto'
import { CONFIRMED_AGAIN_MS } from '@/lib/domain/watch/watch-limits'
import { undetermined } from '@/lib/errors'
import { recipientMac } from '@/lib/service/mail/encrypt-mail'
import type { Transaction } from '@/lib/store/database/database'
import { transactionInTime } from '@/lib/store/database/transaction-in-time'
import { keyEncryptionKey } from '@/lib/store/keys/key-encryption-key'
import {
  emptyWatchRequests,
  findRequestedInbox,
  holdWatchRequest,
  insertWatchRefusal,
  lockWatchRequests,
  updateWatchRequest,
} from '@/lib/store/watch/watch-requests'
import { deleteIdleWatchers, findWatcherIds, holdWatcherOfAddress, insertWatcher } from '@/lib/store/watch/watchers'
import { addWatches } from './add-watches'
import { decryptRequest, decryptWatcher, encryptRequest, encryptWatcher, type RequestedWatches } from './encrypt-watch'
import { newWatchSecret, readWatchSecret, unsubscribeSecret, watchSecretHash } from './watch-links'

/** What came of a confirmation. */
interface Confirmed {
  /** Of the private link to all that the address watches. */
  secret: string
  added: number
  /** Those that did not fit any more. */
  leftOut: number
}

/**
 * Confirms a request: from now on the address is told. Pressed twice, or sent again since the answer was lost, it shows the private
 * link again. Later it does not: the address of this link stands in logs, which the private link is kept out of.
 * @param link of the message, or its secret
 * @returns `before` when it was confirmed earlier; null when the link confirms nothing, also since its certificates were erased, or has
 *   run out
 */
export async function confirmWatch(link: string): Promise<Confirmed | 'before' | null> {
  const confirm = readWatchSecret(link)
  if (confirm === null) return null
  return transactionInTime(async (tx) => {
    const requested = await openRequest(tx, confirm)
    if (requested === null) return null
    const { confirmedAt = Date.now() } = requested
    if (Date.now() - confirmedAt >= CONFIRMED_AGAIN_MS) return 'before'
    const { id, secret } = await watcherOf(tx, requested)
    const added = await addWatches(tx, id, requested.watches)
    await noteConfirmed(tx, requested, confirmedAt)
    // All of it was erased meanwhile: nothing is watched, so that no address is kept.
    await deleteIdleWatchers(tx, [id])
    return (await findWatcherIds(tx, [id])).has(id) ? { secret, ...added } : null
  })
}

/**
 * Refuses: what waits for the inbox is forgotten, and no such message goes to it for ninety days, whoever asks. Pressed again, since the
 * answer was lost, it says so again.
 * @returns false when the link is none, or has run out
 */
export async function refuseWatch(link: string): Promise<boolean> {
  const confirm = readWatchSecret(link)
  if (confirm === null) return false
  return transactionInTime(async (tx) => {
    const inbox = await lockInbox(tx, watchSecretHash('confirm', confirm))
    if (inbox === null) return false
    await emptyWatchRequests(tx, inbox)
    await insertWatchRefusal(tx, inbox)
    return true
  })
}

/** Holds the inbox that a link was sent to: who asks for it right now has asked before this, or asks after it. */
async function lockInbox(tx: Transaction, confirmHash: string): Promise<string | null> {
  const inbox = await findRequestedInbox(tx, confirmHash)
  if (inbox !== null) await lockWatchRequests(tx, inbox)
  return inbox
}

async function openRequest(tx: Transaction, confirm: string): Promise<(RequestedWatches & { id: string }) | null> {
  const hash = watchSecretHash('confirm', confirm)
  const request = (await lockInbox(tx, hash)) === null ? null : await holdWatchRequest(tx, hash)
  if (request?.sealed == null) return null
  const requested = decryptRequest(request.sealed, request.id, keyEncryptionKey())
  if (requested === null) throw undetermined('a request to watch cannot be opened')
  return { ...requested, id: request.id }
}

function noteConfirmed(
  tx: Transaction,
  { id, ...requested }: RequestedWatches & { id: string },
  confirmedAt: number,
): Promise<void> {
  return updateWatchRequest(tx, id, encryptRequest({ ...requested, confirmedAt }, id, keyEncryptionKey()))
}

/** The watcher with this address, who is made where there is none. */
async function watcherOf(
  tx: Transaction,
  { email, language }: RequestedWatches,
): Promise<{ id: string; secret: string }> {
  const key = keyEncryptionKey()
  const mac = recipientMac(email, key)
  // Two that confirm at once for one address: the second finds what the first has made.
  await tx.query("SELECT pg_advisory_xact_lock(hashtextextended('watcher ' || $1, 0))", [mac])
  const known = await holdWatcherOfAddress(tx, mac)
  if (known) {
    const secrets = decryptWatcher(known.sealed, known.id, key)
    if (secrets === null) throw undetermined('a watcher cannot be opened')
    return { id: known.id, secret: secrets.secret }
  }
  const [id, secret] = [randomUUID(), newWatchSecret()]
  await insertWatcher(tx, {
    ...{ id, recipientMac: mac, language, sealed: encryptWatcher({ email, secret }, id, key) },
    manageHash: watchSecretHash('list', secret),
    unsubscribeHash: watchSecretHash('unsubscribe', unsubscribeSecret(secret)),
  })
  return { id, secret }
}
