import { verifyRegistrationResponse } from '@simplewebauthn/server'
import { cleanText } from '@/lib/domain/text/clean-text'
import { ServiceError } from '@/lib/errors'
import type { StoredPasskey } from '@/lib/store/desk/passkeys'
import { parseRegistration } from './passkey-answer'
import { type PasskeyChallenge, relyingParty, takePasskeyChallenge } from './passkey-challenge'

const REFUSED = 'This passkey could not be registered. Load the page again and retry.'

/** A passkey that a browser just made, and the challenge that it answers. */
interface NewPasskey {
  passkey: StoredPasskey
  bound: PasskeyChallenge
}

/**
 * Reads a browser's answer with a new passkey. Its challenge is used up by it.
 * @param text the answer as JSON
 * @throws ServiceError `malformed`
 */
export async function readNewPasskey(
  text: string,
  purpose: PasskeyChallenge['purpose'],
  givenName: string,
): Promise<NewPasskey> {
  const name = readPasskeyName(givenName)
  const parsed = parseRegistration(text)
  const bound = parsed && (await takePasskeyChallenge(parsed.challenge, purpose))
  if (!parsed || !bound?.userId) throw new ServiceError('malformed', REFUSED)
  const { rpId, origin } = relyingParty()
  const result = await verifyRegistrationResponse({
    response: parsed.answer as Parameters<typeof verifyRegistrationResponse>[0]['response'],
    expectedChallenge: parsed.challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
  }).catch(() => null)
  if (!result?.verified) throw new ServiceError('malformed', REFUSED)
  const { credential, credentialBackedUp: backedUp } = result.registrationInfo
  const { id, counter, publicKey, transports = [] } = credential
  return { bound, passkey: { id, userId: bound.userId, name, publicKey, counter, transports, backedUp } }
}

/** @throws ServiceError `malformed`, with its field among the details */
export function readPasskeyName(typed: string): string {
  const name = cleanText(typed, { field: 'The name of the passkey', maxLength: 60, required: true })
  if (!name.ok) throw new ServiceError('malformed', name.reason, { details: { field: 'name' } })
  return name.text
}
