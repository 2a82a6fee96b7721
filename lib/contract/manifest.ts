import { z } from 'zod'
import { timestamp } from './check/certificate'
import { logShape } from './check/verification'

const fingerprint = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .describe('SHA-256 of the bytes, 64 lowercase hexadecimal digits')

/** One file of a certificate (spec part 5). */
const artifactShape = z
  .object({
    type: z
      .enum(['pdf', 'jpeg', 'vc+jwt', 'openbadge+jsonld', 'openbadge+jwt', 'openbadge+png', 'openbadge+svg'])
      .describe('What kind of file it is'),
    media_type: z.string().describe('Its media type'),
    size: z.int().describe('Bytes'),
    sha256: fingerprint,
    created_at: timestamp.describe('When it was made'),
    state: z
      .enum(['current', 'earlier', 'withdrawn', 'superseded'])
      .describe('`earlier`: a newer file of its kind exists; `withdrawn`, `superseded`: the certificate is'),
    url: z.string().nullable().describe('Where it is served, or null when it is not'),
  })
  .meta({ id: 'Artifact' })

/** A certificate’s files with their hashes: no recipient data, no verdict. */
export const manifestAnswerShape = z
  .object({
    success: z.literal(true).describe('Always true'),
    certificate: z
      .object({
        id: z.string().describe('The certificate’s id'),
        serial: z.string().describe('Its serial'),
        status: z.enum(['issued', 'superseded', 'withdrawn', 'invalid']).describe('Its status as it stands now'),
      })
      .describe('Whose files these are'),
    artifacts: z.array(artifactShape).describe('Every file that was ever made, the newest first'),
    matched_artifact: artifactShape.nullable().describe('The file with the fingerprint that was asked for, if any'),
    issuer: z
      .object({
        did: z.string().describe('The issuer’s DID'),
        key_ids: z.array(z.string()).describe('The keys that its credentials verify with'),
      })
      .describe('Who signed'),
    log: logShape.nullable().describe('How the certificate stands in the public log; null where there is none'),
    manifest_jwt: z.string().describe('The same, signed by the service: ES256, `typ: artifact-manifest+jwt`'),
  })
  .meta({ id: 'ManifestAnswer' })

/** What a manifest's signature says: the answer without the signature, who states it, and when. */
export const manifestClaimsShape = manifestAnswerShape
  .omit({ success: true, manifest_jwt: true })
  .extend({ iss: z.string(), iat: z.int() })
  .strict()

export type ManifestAnswer = z.infer<typeof manifestAnswerShape>
export type ArtifactWire = z.infer<typeof artifactShape>

/** The path parameter of a fingerprint; upper case is accepted. */
export const fingerprintParams = z.object({
  fingerprint: z
    .string()
    .regex(/^[0-9a-fA-F]{64}$/, 'A fingerprint is 64 hexadecimal digits.')
    .transform((text) => text.toLowerCase())
    .describe('SHA-256 of a file'),
})
