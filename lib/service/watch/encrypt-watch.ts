import { z } from 'zod'
import { decryptText, encryptText } from '@/lib/crypto/encryption/encrypted-text'
import { type KeySource, keyFor } from '@/lib/crypto/seals/key-source'
import { keyedHash } from '@/lib/crypto/seals/keyed-hash'
import { WATCH_STANDINGS } from '@/lib/domain/watch/watch-change'

const WATCHER = 'certificate-verification/watcher/v1'
const REQUEST = 'certificate-verification/watch-request/v1'
const COUNTING = 'certificate-verification/watch-counting/v1'

/** What is encrypted of a watcher: the address, and the secret of the private link. */
const WATCHER_SECRETS = z.object({ email: z.string(), secret: z.string() })
type WatcherSecrets = z.infer<typeof WATCHER_SECRETS>

/** What is encrypted of a request: the address, and how each certificate stood when it was asked for. */
const REQUESTED_WATCHES = z.object({
  email: z.string(),
  language: z.string(),
  watches: z.array(
    z.object({
      lineageId: z.string(),
      issuerId: z.string(),
      certificateId: z.string(),
      askedId: z.string().optional(),
      standing: z.enum(WATCH_STANDINGS),
    }),
  ),
  /** When it was confirmed first, in milliseconds since 1970. */
  confirmedAt: z.number().optional(),
})
export type RequestedWatches = z.infer<typeof REQUESTED_WATCHES>

/** Encrypts what a watcher's row keeps. */
export function encryptWatcher(secrets: WatcherSecrets, id: string, keyEncryptionKey: KeySource): string {
  return encryptText(JSON.stringify(secrets), keyEncryptionKey, { purpose: WATCHER, row: id })
}

/** @returns null when it was encrypted under another key or for another row */
export function decryptWatcher(sealed: string, id: string, keyEncryptionKey: KeySource): WatcherSecrets | null {
  const text = decryptText(sealed, keyEncryptionKey, { purpose: WATCHER, row: id })
  return text === null ? null : WATCHER_SECRETS.parse(JSON.parse(text))
}

/** Encrypts what a request's row keeps. */
export function encryptRequest(requested: RequestedWatches, id: string, keyEncryptionKey: KeySource): string {
  return encryptText(JSON.stringify(requested), keyEncryptionKey, { purpose: REQUEST, row: id })
}

/** @returns as `decryptWatcher` */
export function decryptRequest(sealed: string, id: string, keyEncryptionKey: KeySource): RequestedWatches | null {
  const text = decryptText(sealed, keyEncryptionKey, { purpose: REQUEST, row: id })
  return text === null ? null : REQUESTED_WATCHES.parse(JSON.parse(text))
}

/**
 * What requests to one inbox are counted by: `ana+1@…` and `ana+2@…` reach the same person, and so does Gmail’s dotted
 * form. Only a keyed hash of it is stored.
 */
export function inboxMac(email: string, keyEncryptionKey: KeySource): string {
  const [local = '', domain = ''] = email.trim().toLowerCase().split('@')
  const [name = ''] = local.split('+')
  const plain = /^(gmail|googlemail)\.com$/.test(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`
  return keyedHash(keyFor(keyEncryptionKey, COUNTING), 'inbox', plain)
}

/** What requests from one network are counted by. */
export function askerMac(sender: string, keyEncryptionKey: KeySource): string {
  return keyedHash(keyFor(keyEncryptionKey, COUNTING), 'sender', sender)
}
