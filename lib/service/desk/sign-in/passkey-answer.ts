import { z } from 'zod'

/** Credential ids are 1023 bytes at most (WebAuthn section 5.1). */
const BASE64URL = z
  .string()
  .max(20_000)
  .regex(/^[\w-]+$/)
const COMMON = {
  id: BASE64URL.max(1400),
  rawId: BASE64URL.max(1400),
  type: z.literal('public-key'),
  clientExtensionResults: z.record(z.string(), z.unknown()).transform(() => ({})),
}

const REGISTRATION = z.object({
  ...COMMON,
  response: z.object({
    clientDataJSON: BASE64URL,
    attestationObject: BASE64URL,
    transports: z.array(z.string().max(40)).max(10).default([]),
  }),
})

const AUTHENTICATION = z.object({
  ...COMMON,
  response: z.object({
    clientDataJSON: BASE64URL,
    authenticatorData: BASE64URL,
    signature: BASE64URL,
    userHandle: BASE64URL.optional(),
  }),
})

const CLIENT_DATA = z.object({ challenge: BASE64URL.max(200) })

/** A browser's answer with a new passkey, as it came; null when it is none. */
export function parseRegistration(text: string) {
  return parse(text, REGISTRATION)
}

/** A browser's answer with a passkey that signs; null when it is none. */
export function parseAuthentication(text: string) {
  return parse(text, AUTHENTICATION)
}

function parse<T extends { response: { clientDataJSON: string } }>(text: string, shape: z.ZodType<T>) {
  try {
    const answer = shape.parse(JSON.parse(text))
    const data = Buffer.from(answer.response.clientDataJSON, 'base64url').toString('utf8')
    return { answer, challenge: CLIENT_DATA.parse(JSON.parse(data)).challenge }
  } catch {
    return null
  }
}
