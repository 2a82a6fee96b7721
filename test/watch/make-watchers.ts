import { randomBytes, randomUUID } from 'node:crypto'
import { recipientMac } from '@/lib/service/mail/encrypt-mail'
import { encryptWatcher } from '@/lib/service/watch/encrypt-watch'
import { watchSecretHash } from '@/lib/service/watch/watch-links'
import { transaction } from '@/lib/store/database/database'
import { keyEncryptionKey } from '@/lib/store/keys/key-encryption-key'
import { findLineagesOfSerials } from '@/lib/store/watch/watched-certificates'
import { insertWatcher } from '@/lib/store/watch/watchers'
import { insertWatches } from '@/lib/store/watch/watches'

const YEAR_MS = 365 * 86_400_000

/**
 * Addresses that watch a certificate each, in turn, as if they had confirmed.
 * @returns the addresses
 */
export async function makeWatchers(serials: readonly string[], count: number): Promise<string[]> {
  const key = keyEncryptionKey()
  const expiresAt = new Date(Date.now() + YEAR_MS)
  const emails = Array.from({ length: count }, (_, one) => `watcher-${one}@employer.example`)
  await transaction(async (tx) => {
    const keys = serials.map((serial) => serial.replaceAll('-', ''))
    const lineages = await findLineagesOfSerials(tx, keys)
    for (const [one, email] of emails.entries()) {
      const [id, secret] = [randomUUID(), randomBytes(16).toString('base64url')]
      const hashes = {
        manageHash: watchSecretHash('list', secret),
        unsubscribeHash: watchSecretHash('unsubscribe', secret),
      }
      const sealed = encryptWatcher({ email, secret }, id, key)
      await insertWatcher(tx, { id, recipientMac: recipientMac(email, key), sealed, ...hashes, language: 'en' })
      const watched = lineages[one % lineages.length]
      if (watched) await insertWatches(tx, id, [{ ...watched, standing: 'current' }], expiresAt)
    }
    await tx.query("UPDATE watches SET look_at = expires_at - interval '30 days'")
  })
  return emails
}
