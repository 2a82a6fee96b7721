import { z } from 'zod'

const dateTime = (what: string) => z.iso.datetime().describe(what)

/** A signed credential as JSON-LD, as far as a reader who does not know that standard can rely on it. */
const credential = z.looseObject({
  '@context': z.array(z.string()).describe('JSON-LD contexts'),
  id: z.string().describe('Its own id'),
  type: z.array(z.string()).describe('What it is'),
  validFrom: dateTime('When it begins'),
  validUntil: dateTime('When it ends; left out where it does not').optional(),
  proof: z.union([z.looseObject({}), z.array(z.looseObject({}))]).describe('Data Integrity, `eddsa-rdfc-2022`'),
})

/** An Open Badge 3.0 of this service. */
export const openBadgeShape = credential
  .extend({
    issuer: z
      .looseObject({ id: z.string().describe('Its DID'), name: z.string().describe('Its name when it was signed') })
      .describe('Who signed it'),
    credentialSubject: z.looseObject({}).describe('Whom and what it is about'),
    credentialStatus: z.looseObject({}).describe('Where its status is asked for'),
  })
  .meta({ id: 'OpenBadgeDocument' })

/** A status list of this service. */
export const statusListShape = credential
  .extend({
    issuer: z.string().describe('The DID of the issuer, who signed it'),
    validUntil: dateTime('When it ends: minutes after it was made'),
    credentialSubject: z
      .looseObject({
        type: z.literal('BitstringStatusList').describe('What it holds'),
        statusPurpose: z.literal('revocation').describe('What a set bit says'),
        encodedList: z.string().describe('The bits, gzip in base64url after `u`'),
        ttl: z.int().describe('Milliseconds after which it is asked for again'),
      })
      .describe('The list itself'),
  })
  .meta({ id: 'StatusListDocument' })
