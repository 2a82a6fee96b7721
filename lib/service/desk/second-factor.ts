import { encodeBase32 } from '@/lib/crypto/base32'
import { FRESH_MS } from '@/lib/domain/desk/role'
import { env } from '@/lib/env'
import { ServiceError } from '@/lib/errors'
import { qrSvg } from '@/lib/render/qr-svg'
import { deskAuth } from './auth'
import { authCall } from './auth-call'
import { SecondFactorNeeded } from './authorize'
import type { DeskPerson } from './desk-person'

/** What an authenticator app is set up with; shown this once. */
export interface AuthenticatorSetup {
  /** The QR code of an `otpauth` address, as SVG. */
  qr: string
  /** The secret in base32, for typing. */
  secret: string
}

/**
 * Begins to set up the authenticator app; it counts once its first code was confirmed (`confirmWithCode`). Who has one
 * already must have shown it just now, so that a borrowed session cannot replace it.
 * @throws SecondFactorNeeded; ServiceError `unavailable`
 */
export async function startAuthenticator(person: DeskPerson): Promise<AuthenticatorSetup> {
  if (person.hasAuthenticatorApp) requireFresh(person)
  const answer = await authCall(() =>
    deskAuth().api.beginAuthenticator({ body: { userId: person.userId }, asResponse: true }),
  )
  const seed = answer?.body.secret
  if (typeof seed !== 'string') throw new ServiceError('unavailable', 'Your second factor cannot be set up just now.')
  const secret = encodeBase32(Buffer.from(seed, 'utf8'))
  const issuer = encodeURIComponent(new URL(env().BASE_URL).host)
  const account = encodeURIComponent(person.email)
  return { secret, qr: qrSvg(`otpauth://totp/${issuer}:${account}?secret=${secret}&issuer=${issuer}`) }
}

/** @throws SecondFactorNeeded when none was shown in the session within the last minutes */
export function requireFresh(person: DeskPerson): void {
  const { secondFactorAt } = person.session
  if (secondFactorAt === null || Date.now() - secondFactorAt >= FRESH_MS) throw new SecondFactorNeeded()
}
