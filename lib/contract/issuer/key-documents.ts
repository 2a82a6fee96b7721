import { z } from 'zod'

const publicJwk = z
  .looseObject({
    kty: z.enum(['EC', 'OKP']).describe('Family of the key'),
    crv: z.enum(['P-256', 'Ed25519']).describe('Its curve'),
    x: z.string().describe('Its public part, base64url'),
    y: z.string().optional().describe('The other half of it, for P-256'),
  })
  .meta({ id: 'PublicJwk' })

const verificationMethod = z
  .looseObject({
    id: z.string().describe('A DID URL: what signatures name the key by'),
    type: z.enum(['Multikey', 'JsonWebKey']).describe('How the key is written'),
    controller: z.string().describe('The DID'),
    publicKeyMultibase: z.string().optional().describe('An Ed25519 key, for Data Integrity'),
    publicKeyJwk: publicJwk.optional().describe('A P-256 key, for ES256'),
  })
  .meta({ id: 'VerificationMethod' })

/** A DID document of this service (DID 1.0). */
export const didDocumentShape = z
  .looseObject({
    '@context': z.array(z.string()).describe('JSON-LD contexts'),
    id: z.string().describe('The DID'),
    verificationMethod: z.array(verificationMethod).describe('Its keys: those in use, and retired ones'),
    assertionMethod: z.array(z.string()).describe('Which of them credentials may be signed with'),
  })
  .meta({ id: 'DidDocument' })

/** A key set of this service (RFC 7517). */
export const jwkSetShape = z
  .looseObject({
    keys: z
      .array(
        publicJwk
          .extend({
            kid: z.string().describe('What signatures name the key by'),
            alg: z.enum(['ES256', 'EdDSA']).describe('The one algorithm that it is used with'),
            use: z.literal('sig').describe('For signatures alone'),
          })
          .meta({ id: 'PublishedJwk' }),
      )
      .describe('The keys: those in use, and retired ones'),
  })
  .meta({ id: 'JwkSet' })
