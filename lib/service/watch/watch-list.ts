import type { WatchedCertificate, WatchList } from '@/lib/domain/watch/watch-list'
import type { Transaction } from '@/lib/store/database/database'
import { transactionInTime } from '@/lib/store/database/transaction-in-time'
import { keyEncryptionKey } from '@/lib/store/keys/key-encryption-key'
import { dropMailTo } from '@/lib/store/mail/mail-messages'
import { emptyWatchRequests, lockWatchRequests } from '@/lib/store/watch/watch-requests'
import { findSerialsOfLineages } from '@/lib/store/watch/watched-certificates'
import {
  deleteWatcher,
  findWatcher,
  findWatcherIds,
  holdWatcherByLink,
  type StoredWatcher,
} from '@/lib/store/watch/watchers'
import { deleteWatches, findWatchesOf, renewWatches } from '@/lib/store/watch/watches'
import { addWatches, watchEnd } from './add-watches'
import { findWatchable } from './ask-to-watch'
import { decryptRequest, decryptWatcher, inboxMac } from './encrypt-watch'
import { readWatchSecret, watchSecretHash } from './watch-links'

/**
 * What somebody watches, by their private link. Nothing is checked for it: each leads to its page.
 * @param link the private link, or its secret, as it was sent
 * @returns null when it opens nothing
 * @throws ServiceError `unavailable`
 */
export function openWatchList(link: string): Promise<WatchList | null> {
  return withWatcher(link, (tx, watcher) => readList(tx, watcher))
}

/** Adds certificates to what somebody watches. @returns as `openWatchList`, with how many were added */
export function watchMore(
  link: string,
  serials: readonly string[],
): Promise<(WatchList & { added: number; leftOut: number }) | null> {
  return withWatcher(link, async (tx, watcher) => {
    const { added, leftOut } = await addWatches(tx, watcher.id, await findWatchable(tx, serials))
    return { ...(await readList(tx, watcher)), added, leftOut }
  })
}

/** Lets every watch of somebody begin anew. @returns as `openWatchList` */
export function renewWatchList(link: string): Promise<WatchList | null> {
  return withWatcher(link, async (tx, watcher) => {
    await renewWatches(tx, watcher.id, watchEnd())
    return readList(tx, watcher)
  })
}

/**
 * Ends some watches; with the last one the watcher is forgotten, so that no link that has confirmed some does so again, and no notice
 * that waits goes out. What was asked for and not confirmed yet still waits.
 * @returns as `openWatchList`, empty then
 */
export async function endWatches(link: string, lineageIds: readonly string[]): Promise<WatchList | null> {
  return withWatcher(link, async (tx, watcher, inbox) => {
    await deleteWatches(tx, watcher.id, lineageIds)
    const isThere = (await findWatcherIds(tx, [watcher.id])).has(watcher.id)
    if (!isThere) {
      if (inbox !== null) await emptyWatchRequests(tx, inbox, isConfirmed)
      await dropMailTo(tx, watcher.recipientMac, ['watch_notice'])
    }
    return readList(tx, watcher)
  })
}

/** Also what cannot be opened, which nobody can confirm. */
function isConfirmed({ id, sealed }: { id: string; sealed: string | null }): boolean {
  const requested = sealed === null ? null : decryptRequest(sealed, id, keyEncryptionKey())
  return requested === null || requested.confirmedAt !== undefined
}

/** Ends all watches and forgets the address. @returns false when the link opens nothing */
export async function endAllWatches(link: string): Promise<boolean> {
  const secret = readWatchSecret(link)
  if (secret === null) return false
  return transactionInTime((tx) => forgetWatcher(tx, 'manage_hash', watchSecretHash('list', secret)))
}

/**
 * The same by what the header of each notice carries. A second time it does nothing.
 * @returns `nothing` when no messages belong to it any more, which says nothing of the address: it may have begun anew, with
 *   another link; null when it is no such secret at all
 */
export async function unsubscribe(secret: string): Promise<'ended' | 'nothing' | null> {
  const read = readWatchSecret(secret)
  if (read === null) return null
  const hash = watchSecretHash('unsubscribe', read)
  return (await transactionInTime((tx) => forgetWatcher(tx, 'unsubscribe_hash', hash))) ? 'ended' : 'nothing'
}

/** @returns false when there is no such watcher */
async function forgetWatcher(tx: Transaction, ...by: [Parameters<typeof findWatcher>[1], string]): Promise<boolean> {
  const found = await findWatcher(tx, ...by)
  if (!found) return false
  const inbox = await lockInbox(tx, found)
  if (inbox !== null) await emptyWatchRequests(tx, inbox)
  // The watcher first: who is queueing a notice holds them, and what it queued is dropped once it has committed.
  const isThere = await deleteWatcher(tx, found.id)
  await dropMailTo(tx, found.recipientMac, ['watch_notice', 'watch_request'])
  return isThere
}

/**
 * Holds the inbox of a watcher before the watcher, as who confirms: otherwise both might wait for each other.
 * @returns null when the watcher cannot be opened
 */
async function lockInbox(tx: Transaction, { id, sealed }: StoredWatcher): Promise<string | null> {
  const key = keyEncryptionKey()
  const secrets = decryptWatcher(sealed, id, key)
  if (secrets === null) return null
  const inbox = inboxMac(secrets.email, key)
  await lockWatchRequests(tx, inbox)
  return inbox
}

/** Works under the locks of the inbox and the watcher: the second of two concurrent changes sees the first. */
async function withWatcher<T>(
  link: string,
  work: (tx: Transaction, watcher: StoredWatcher, inbox: string | null) => Promise<T>,
): Promise<T | null> {
  const secret = readWatchSecret(link)
  if (secret === null) return null
  return transactionInTime(async (tx) => {
    const hash = watchSecretHash('list', secret)
    const found = await findWatcher(tx, 'manage_hash', hash)
    const inbox = found && (await lockInbox(tx, found))
    const watcher = await holdWatcherByLink(tx, hash)
    return watcher && work(tx, watcher, inbox)
  })
}

async function readList(tx: Transaction, { id, sealed }: StoredWatcher): Promise<WatchList> {
  const watches = await findWatchesOf(tx, id)
  const serials = await findSerialsOfLineages(
    tx,
    watches.map(({ lineageId }) => lineageId),
  )
  const certificates = watches.flatMap(({ lineageId, toldAt, expiresAt }): WatchedCertificate[] => {
    const versions = serials.get(lineageId) ?? []
    const serial = versions.at(-1)
    return serial === undefined ? [] : [{ lineageId, serial, earlier: versions.slice(0, -1), toldAt, expiresAt }]
  })
  return { email: decryptWatcher(sealed, id, keyEncryptionKey())?.email ?? '', certificates }
}
