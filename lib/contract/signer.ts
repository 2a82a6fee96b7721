import { z } from 'zod'

/** The most bytes of a message to the signer and of its answer: a status list of 131,072 places is a tenth of that. */
export const MOST_MESSAGE_BYTES = 1024 * 1024

const base64 = z.base64().max(MOST_MESSAGE_BYTES)
const keyId = z.string().min(1).max(2048)

/** Whose key signs: the service's, one of an issuer, or one of the public log. */
const signingKeyShape = z.discriminatedUnion('by', [
  z.strictObject({ by: z.literal('service'), keyId }),
  z.strictObject({ by: z.literal('issuer'), issuerId: z.uuid(), keyId }),
  z.strictObject({ by: z.literal('log'), keyId }),
])

export type SigningKey = z.infer<typeof signingKeyShape>

const proofShape = z.strictObject({
  type: z.literal('DataIntegrityProof'),
  cryptosuite: z.literal('eddsa-rdfc-2022'),
  created: z.iso.datetime(),
  verificationMethod: keyId,
  proofPurpose: z.literal('assertionMethod'),
})

/** What a process asks of the signer (docs/decisions/0084): one JSON object a message, behind its length in four bytes. */
const signerAskShape = z.discriminatedUnion('ask', [
  z.strictObject({ ask: z.literal('ping') }),
  z.strictObject({ ask: z.literal('keys') }),
  z.strictObject({ ask: z.literal('tag-key') }),
  z.strictObject({ ask: z.literal('sign'), key: signingKeyShape, bytes: base64 }),
  z.strictObject({
    ask: z.literal('prove'),
    key: signingKeyShape,
    document: z.looseObject({ '@context': z.unknown() }),
    proof: proofShape,
  }),
  z.strictObject({
    ask: z.literal('vouch-assurance'),
    issuerId: z.uuid(),
    assurance: z.enum(['verified', 'lapsed']),
  }),
  z.strictObject({ ask: z.literal('seal-facts') }),
  z.strictObject({ ask: z.literal('seal'), digest: base64 }),
])

export type SignerAsk = z.infer<typeof signerAskShape>

/** A message to the signer. */
export const signerMessageShape = z.strictObject({ id: z.int().min(0), what: signerAskShape })

/** The keys that a process is handed: derived ones by their labels, and the public halves of the root key and the desk's. */
export const handedKeysShape = z.strictObject({
  keys: z.record(z.string(), base64),
  root: base64,
  desk: base64,
  name: z.string().min(1).max(64),
})

/** What a PDF says of its seal, without the key; null where nothing is sealed. */
export const sealFactsShape = z
  .strictObject({
    name: z.string(),
    validFrom: z.number(),
    validTo: z.number(),
    space: z.int(),
    digest: z.enum(['sha256', 'sha384']),
  })
  .nullable()

/** The signer's answer: a value of the ask's own shape, or a refusal in a sentence. */
export const signerAnswerShape = z.union([
  z.strictObject({ id: z.int().min(0), answer: z.unknown() }),
  z.strictObject({ id: z.int().min(0), refused: z.enum(['malformed', 'unavailable']), message: z.string().max(1000) }),
])

/** The answer to a ping: for whom its asker is taken. */
export const pingedShape = z.enum(['desk', 'public'])

/** The MAC of an issuer's row. */
export const issuerMacShape = z.string().min(1).max(200)

/** A signature or other bytes. */
export const signedBytesShape = base64
