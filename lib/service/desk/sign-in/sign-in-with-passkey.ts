import { verifyAuthenticationResponse } from '@simplewebauthn/server'
import type { DeskPerson } from '@/lib/service/desk/desk-person'
import { insertOwnActivity } from '@/lib/store/desk/activities'
import { findPasskey, notePasskeyUse, type StoredPasskey } from '@/lib/store/desk/passkeys'
import { noteSecondFactor } from '@/lib/store/desk/sessions'
import type { From } from './auth-call'
import { openSession } from './open-session'
import { parseAuthentication } from './passkey-answer'
import { type PasskeyChallenge, relyingParty, takePasskeyChallenge } from './passkey-challenge'

/**
 * Signs in with a passkey, which is both factors: the person has the device, and it asked for a finger, face or PIN.
 * @param text the browser's answer as JSON
 * @returns `set-cookie` values; null when refused, an unknown passkey like any other
 * @throws ServiceError `unavailable`
 */
export async function signInWithPasskey(text: string, from: From): Promise<string[] | null> {
  const passkey = await whichShowed(text, 'sign_in', null)
  if (passkey === null) return null
  const { id, userId } = passkey
  return openSession(userId, { passkey: id }, from, (tx) =>
    insertOwnActivity({ userId, address: from.address }, 'account.signed_in', null, tx),
  )
}

/**
 * Shows a passkey of the person within their session.
 * @returns whether it counts
 */
export async function confirmWithPasskey(person: DeskPerson, text: string): Promise<boolean> {
  if ((await whichShowed(text, 'confirm', person.userId)) === null) return false
  await noteSecondFactor(person.session.token)
  return true
}

/** @returns the passkey that was shown, or null */
async function whichShowed(
  text: string,
  purpose: PasskeyChallenge['purpose'],
  expected: string | null,
): Promise<StoredPasskey | null> {
  const parsed = parseAuthentication(text)
  const bound = parsed && (await takePasskeyChallenge(parsed.challenge, purpose))
  if (!bound || bound.userId !== expected) return null
  const { answer, challenge } = parsed
  const passkey = await findPasskey(answer.id)
  if (!passkey || !isOf(passkey, expected, answer.response.userHandle)) return null
  const { rpId, origin } = relyingParty()
  const result = await verifyAuthenticationResponse({
    response: answer as Parameters<typeof verifyAuthenticationResponse>[0]['response'],
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    credential: passkey,
    requireUserVerification: true,
  }).catch(() => null)
  if (!result?.verified) return null
  return (await notePasskeyUse(passkey.id, result.authenticationInfo.newCounter)) ? passkey : null
}

/** Signing in, the passkey itself says whose it is; to confirm, a device may leave that out. */
function isOf({ userId }: StoredPasskey, expected: string | null, handle: string | undefined): boolean {
  if (expected !== null && userId !== expected) return false
  if (handle === undefined) return expected !== null
  return Buffer.from(handle, 'base64url').toString('utf8') === userId
}
