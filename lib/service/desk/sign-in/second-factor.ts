import { encodeBase32 } from '@/lib/crypto/encoding/base32'
import { isFresh } from '@/lib/domain/desk/fresh-factor'
import { env } from '@/lib/env'
import { qrSvg } from '@/lib/render/typeset/qr-svg'
import { SecondFactorNeeded } from '@/lib/service/desk/authorize'
import type { DeskPerson } from '@/lib/service/desk/desk-person'
import type { From } from './auth-call'
import {
  keepFirstAuthenticator,
  keepNextAuthenticator,
  takeFirstAuthenticator,
  takeNextAuthenticator,
} from './next-authenticator'
import { confirmWithCode } from './sign-in'

/** The secrets for setting up an authenticator app, which are shown this once. */
interface AuthenticatorSetup {
  /** The QR code of an `otpauth` address, as SVG. */
  qr: string
  /** The secret in base32, for typing. */
  secret: string
}

/**
 * Begins to set up the authenticator app; it counts once its first code was confirmed (`confirmAuthenticator`). Who has
 * a second factor already must have shown it just now, so that a borrowed session cannot replace it; the app of before
 * counts until then.
 * @throws as `keepFirstAuthenticator`
 */
export async function startAuthenticator(person: DeskPerson): Promise<AuthenticatorSetup> {
  if (person.hasAuthenticatorApp || person.hasPasskey) requireFresh(person)
  if (person.hasAuthenticatorApp) return setupOf(person, await keepNextAuthenticator(person))
  return setupOf(person, await keepFirstAuthenticator(person))
}

function setupOf(person: DeskPerson, seed: string): AuthenticatorSetup {
  const secret = encodeBase32(Buffer.from(seed, 'utf8'))
  const issuer = encodeURIComponent(new URL(env().BASE_URL).host)
  const account = encodeURIComponent(person.email)
  return { secret, qr: qrSvg(`otpauth://totp/${issuer}:${account}?secret=${secret}&issuer=${issuer}`) }
}

/**
 * Confirms the authenticator app that is being set up by a code that it shows.
 * @returns `set-cookie` values; null when the code is wrong; `session_ended` as `confirmWithCode`
 * @throws SecondFactorNeeded
 */
export async function confirmAuthenticator(
  person: DeskPerson,
  code: string,
  from: From,
): Promise<string[] | null | 'session_ended'> {
  if (person.hasAuthenticatorApp || person.hasPasskey) requireFresh(person)
  if (person.hasAuthenticatorApp) return takeNextAuthenticator(person, code)
  return confirmWithCode(person, code, from, () => takeFirstAuthenticator(person, code, from))
}

/** @throws SecondFactorNeeded when none was shown in the session within the last minutes */
export function requireFresh(person: DeskPerson): void {
  if (!isFresh(person.session.secondFactorAt, Date.now())) throw new SecondFactorNeeded()
}
