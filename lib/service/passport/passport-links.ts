import { randomBytes } from 'node:crypto'
import { sha256Hex } from '@/lib/crypto/encoding/sha256'
import { env } from '@/lib/env'

/** The address of a passport's public page. */
export function passportUrl(handle: string): string {
  return `${env().BASE_URL}/passport/${handle}`
}

/** A fresh secret of 128 bits. */
export function newManagingToken(): string {
  return randomBytes(16).toString('base64url')
}

/** The link by which the holder manages a passport. Its secret stands in the fragment, which no server and no referrer gets. */
export function managingUrl(token: string): string {
  return `${env().BASE_URL}/passport/manage#${token}`
}

/**
 * The secret in what the holder's browser sent, or what they pasted: the secret itself or the whole link.
 * @returns null when it cannot be one
 */
export function readManagingToken(sent: string): string | null {
  const text = sent.trim()
  const token = text.slice(text.lastIndexOf('#') + 1)
  return /^[A-Za-z0-9_-]{22}$/.test(token) ? token : null
}

/** What is stored of the secret. It has 128 random bits, so that a fast hash does. */
export function managingHash(token: string): string {
  return sha256Hex(`passport ${token}`)
}
