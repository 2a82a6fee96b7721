import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { sha256Hex } from '@/lib/crypto/encoding/sha256'
import { env } from '@/lib/env'
import { keepOneTimeValue, takeOneTimeValue } from '@/lib/store/desk/one-time-values'

const CHALLENGE_SECONDS = 5 * 60

const BOUND = z.object({
  purpose: z.enum(['sign_in', 'confirm', 'add', 'invitation', 'reset']),
  /** The person it is for; null while nobody is known, when signing in. */
  userId: z.uuid().nullable(),
  /** The invitation or reset that it belongs to. */
  subject: z.string().nullable(),
})

/** What a challenge was made for. */
export type PasskeyChallenge = z.infer<typeof BOUND>

/** Makes a challenge that is good for one purpose, once, for five minutes. */
export async function makePasskeyChallenge(bound: PasskeyChallenge): Promise<Uint8Array<ArrayBuffer>> {
  const challenge = Uint8Array.from(randomBytes(32))
  const text = Buffer.from(challenge).toString('base64url')
  await keepOneTimeValue(nameOf(text), JSON.stringify(bound), CHALLENGE_SECONDS)
  return challenge
}

/**
 * Uses up a challenge, whatever comes of the answer.
 * @param challenge in base64url, as the answer holds it
 * @returns what it was made for; null when it was not made here, was used, ran out, or is for another purpose
 */
export async function takePasskeyChallenge(
  challenge: string,
  purpose: PasskeyChallenge['purpose'],
): Promise<PasskeyChallenge | null> {
  const value = await takeOneTimeValue(nameOf(challenge))
  if (value === null) return null
  const bound = BOUND.parse(JSON.parse(value))
  return bound.purpose === purpose ? bound : null
}

/** What passkeys are bound to: the host of BASE_URL (WebAuthn's relying party id). */
export function relyingParty(): { rpId: string; origin: string } {
  const { hostname, origin } = new URL(env().BASE_URL)
  return { rpId: hostname, origin }
}

function nameOf(challenge: string): string {
  return `passkey-challenge ${sha256Hex(challenge)}`
}
