import { createHmac, timingSafeEqual } from 'node:crypto'
import { deskSecret } from './auth'

const SESSION_COOKIE = /(?:^|[; ])(?:__Secure-)?desk\.session_token=([^;]+)/
/** A signature of SHA-256, in base64. */
const SIGNATURE_LENGTH = 44

/**
 * Whether a session comes with a request that this service once began, ended or not: the sign-in library signs its name.
 * Nothing is read from the database.
 * @param cookie the header
 */
export function wasSignedIn(cookie: string): boolean {
  const value = decoded(SESSION_COOKIE.exec(cookie)?.[1] ?? '')
  const dot = value.lastIndexOf('.')
  const given = Buffer.from(value.slice(dot + 1))
  if (dot < 1 || given.length !== SIGNATURE_LENGTH) return false
  const right = createHmac('sha256', deskSecret()).update(value.slice(0, dot)).digest('base64')
  return timingSafeEqual(given, Buffer.from(right))
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return ''
  }
}
