import { undetermined } from '@/lib/errors'
import { recipientMac } from '@/lib/service/mail/encrypt-mail'
import type { Transaction } from '@/lib/store/database/database'
import { resealTable } from '@/lib/store/keys/reseal-rows'
import { decryptRequest, decryptWatcher, encryptRequest, encryptWatcher, inboxMac } from './encrypt-watch'

/**
 * Encrypts every watcher and every request anew (`certs rekey`). Refusals are keyed hashes of addresses that nobody keeps:
 * they are forgotten with the key.
 * @throws ServiceError `unavailable` when one does not open
 */
export async function reencryptWatches(tx: Transaction, keys: { current: Buffer; next: Buffer }): Promise<void> {
  await resealTable(tx, 'watchers', keys, ({ id, sealed }) => {
    const secrets = decryptWatcher(sealed, id, keys.current)
    if (secrets === null) throw undetermined('a watcher cannot be opened')
    return { sealed: encryptWatcher(secrets, id, keys.next), recipientMac: recipientMac(secrets.email, keys.next) }
  })
  await resealTable(tx, 'watch_requests', keys, ({ id, sealed }) => {
    if (sealed === null) return {}
    const requested = decryptRequest(sealed, id, keys.current)
    if (requested === null) throw undetermined('a request to watch cannot be opened')
    return { sealed: encryptRequest(requested, id, keys.next), recipientMac: inboxMac(requested.email, keys.next) }
  })
}
