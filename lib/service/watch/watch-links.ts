import { createHash, randomBytes } from 'node:crypto'
import { sha256Hex } from '@/lib/crypto/encoding/sha256'
import { env } from '@/lib/env'

/** A fresh secret of 128 bits, as links carry it. */
export function newWatchSecret(): string {
  return randomBytes(16).toString('base64url')
}

/** The page that confirms a request. Opening it does nothing: its button does. */
export function confirmUrl(secret: string): string {
  return `${env().BASE_URL}/watch/confirm/${secret}`
}

/** The private link to what somebody watches; its secret is in the fragment, which no server and no referrer gets. */
export function watchListUrl(secret: string): string {
  return `${env().BASE_URL}/watch/list#${secret}`
}

/** The address that ends all notices with one request (RFC 8058), and the page with the button for it. */
export function unsubscribeUrl(secret: string): string {
  return `${env().BASE_URL}/watch/unsubscribe/${unsubscribeSecret(secret)}`
}

/** What unsubscribes, made from the secret of the private link: it ends notices and opens nothing. */
export function unsubscribeSecret(secret: string): string {
  return createHash('sha256').update(`unsubscribe ${secret}`, 'utf8').digest().subarray(0, 16).toString('base64url')
}

/**
 * The secret in what somebody opened or pasted: the secret itself or the whole link.
 * @returns null when it cannot be one
 */
export function readWatchSecret(sent: string): string | null {
  const text = sent.trim()
  const secret = text.slice(text.lastIndexOf('#') + 1)
  return /^[A-Za-z0-9_-]{22}$/.test(secret) ? secret : null
}

/** What is stored of a secret. It has 128 random bits, so that a fast hash does. */
export function watchSecretHash(use: 'list' | 'confirm' | 'unsubscribe', secret: string): string {
  return sha256Hex(`watch ${use} ${secret}`)
}
