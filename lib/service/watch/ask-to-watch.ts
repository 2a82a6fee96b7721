import { randomUUID } from 'node:crypto'
import { couldBeSerial, serialKey } from '@/lib/domain/certificate/serial'
import { asMeant } from '@/lib/domain/typed/as-meant'
import { isFinal, watchStandingOf } from '@/lib/domain/watch/watch-change'
import { CONFIRM_MS, REQUESTS_OF_ADDRESS, REQUESTS_OF_SENDER } from '@/lib/domain/watch/watch-limits'
import { ServiceError } from '@/lib/errors'
import { enqueueMail, mailIsOn } from '@/lib/service/mail/enqueue-mail'
import { oneAfterAnother } from '@/lib/service/operation/one-after-another'
import type { Transaction } from '@/lib/store/database/database'
import { transactionInTime } from '@/lib/store/database/transaction-in-time'
import { findExistingSerials } from '@/lib/store/evidence/existing-serials'
import { keyEncryptionKey } from '@/lib/store/keys/key-encryption-key'
import { countWatchRequests, insertWatchRequest } from '@/lib/store/watch/watch-requests'
import { findLineagesOfSerials } from '@/lib/store/watch/watched-certificates'
import type { NewWatch } from '@/lib/store/watch/watches'
import { askerMac, encryptRequest, inboxMac } from './encrypt-watch'
import { confirmUrl, newWatchSecret, watchSecretHash } from './watch-links'

/** Requests for one inbox at a time that are looked at in one process; more than can bring a message. */
const MOST_AT_ONCE = 2 * REQUESTS_OF_ADDRESS

/** A request to be told, as it came. */
interface WatchOrder {
  serials: readonly string[]
  /** One address, checked. */
  email: string
  /** What the visitor reads. */
  language: string
  /** Whose requests are counted together, such as a network. */
  sender: string
}

/**
 * Asks an address whether it wants to be told of these certificates, by a message that it has to confirm. At most three
 * such messages a day go to one inbox, whoever asks.
 * @returns `asked` also where nothing was sent: for unknown serials, for certificates that have ended, to an inbox that
 *   has got its three, or that refuses. A stranger learns nothing from it. `too_often` speaks of the sender alone
 * @throws ServiceError `unavailable` where no mail goes out, or the database cannot be asked
 */
export async function askToWatch({ serials, email, language, sender }: WatchOrder): Promise<'asked' | 'too_often'> {
  if (!mailIsOn()) {
    throw new ServiceError('unavailable', 'This service sends no mail, so it cannot tell anybody of changes.')
  }
  const key = keyEncryptionKey()
  const recipientMac = inboxMac(email, key)
  const senderMac = askerMac(sender, key)
  const decide = () =>
    transactionInTime(async (tx) => {
      const { ofAddress, ofSender, refused } = await countWatchRequests(tx, { recipientMac, senderMac })
      if (ofSender >= REQUESTS_OF_SENDER) return 'too_often'
      const watches = await findWatchable(tx, serials)
      const [id, secret] = [randomUUID(), newWatchSecret()]
      const request = { id, senderMac, confirmHash: watchSecretHash('confirm', secret), expiresAt: expiry() }
      if (refused || ofAddress >= REQUESTS_OF_ADDRESS || watches.length === 0) {
        // Counted for its sender like any other, and for no inbox: when the sender has asked too often tells nothing of one.
        await insertWatchRequest(tx, { ...request, recipientMac: inboxMac(id, key), sealed: null })
        return 'asked'
      }
      const sealed = encryptRequest({ email, language, watches }, id, key)
      await insertWatchRequest(tx, { ...request, recipientMac, sealed })
      const content = { kind: 'watch_request' as const, requestId: id, confirmLink: confirmUrl(secret) }
      await enqueueMail(tx, { ...content, to: email, language, about: id })
      return 'asked' as const
    })
  // Of so many at once for one inbox the last can hardly bring anything: it gets no more than three messages a day.
  const decided = oneAfterAnother(recipientMac, MOST_AT_ONCE, decide)
  return decided ?? 'asked'
}

const expiry = () => new Date(Date.now() + CONFIRM_MS)

/** What can be watched among these serials, as it stands now; unknown ones and those that have ended are left out. */
export async function findWatchable(tx: Transaction, serials: readonly string[]): Promise<NewWatch[]> {
  const meant = await asMeant(serials, (keys) => findExistingSerials(tx, keys))
  const keys = meant.map(serialKey).filter(couldBeSerial)
  if (keys.length === 0) return []
  const lineages = await findLineagesOfSerials(tx, [...new Set(keys)])
  return lineages.flatMap((lineage) => {
    const { lineageId, issuerId, certificateId, askedId } = lineage
    const standing = watchStandingOf(lineage, Date.now())
    return isFinal(standing) ? [] : [{ lineageId, issuerId, certificateId, askedId, standing }]
  })
}
