import { z } from 'zod'
import { BADGE_CHECKS, BADGE_ERROR_CODES, BADGE_WARNING_CODES } from './badge-codes'

/** The largest input that is checked: 1 MiB with a picture around the badge. */
export const BADGE_BYTES = 1024 * 1024

const checkShape = z
  .object({
    id: z.enum(BADGE_CHECKS).describe('Which check'),
    status: z
      .enum(['passed', 'failed', 'undetermined', 'not_applicable', 'not_run'])
      .describe(
        '`undetermined`: something could not be reached; `not_run`: an earlier failure left nothing to check. ' +
          'The badge is valid only when every check is `passed` or `not_applicable`',
      ),
    message: z.string().describe('What the check is about or, where it failed, what is wrong'),
  })
  .meta({ id: 'BadgeCheck' })

const errorShape = z
  .object({
    code: z.enum(BADGE_ERROR_CODES).describe('What is wrong, for programs'),
    path: z.string().describe('Where: a JSON path into the badge, `$` for the whole'),
    message: z.string().describe('What is wrong and how to mend it'),
  })
  .meta({ id: 'BadgeError' })

const warningShape = z
  .object({
    code: z.enum(BADGE_WARNING_CODES).describe('What is odd, for programs'),
    path: z.string().describe('Where: a JSON path into the badge, `$` for the whole'),
    message: z.string().describe('What is odd'),
  })
  .meta({ id: 'BadgeWarning' })

const issuerShape = z
  .object({
    id: z.string().describe('As the badge names its issuer'),
    name: z.string().nullable().describe('What the badge calls its issuer; only the signer’s word'),
    method: z
      .enum(['did:key', 'did:jwk', 'did:web', 'https'])
      .nullable()
      .describe('How its key was found; null while none was'),
    identity: z
      .enum(['ours', 'resolved', 'self_asserted', 'impersonation_suspected', 'unverified'])
      .describe(
        '`ours`: an issuer of this service, and the badge is its record, current or not, as `valid` says; `resolved`: whoever controls that address; ' +
          '`self_asserted`: whoever made the key, which nobody vouches for; `impersonation_suspected`: it calls itself like an ' +
          'issuer of this service, and nothing shows that it is that one; `unverified`: no good signature, or it names an ' +
          'issuer of this service and is no record of it',
      ),
  })
  .meta({ id: 'BadgeIssuer' })

const credentialShape = z
  .object({
    id: z.string().nullable().describe('Its own id'),
    name: z.string().nullable().describe('What it is called'),
    valid_from: z.string().nullable().describe('When it begins, ISO 8601 in UTC'),
    valid_until: z
      .string()
      .nullable()
      .describe('When it ends, ISO 8601 in UTC; the earliest of all ends that it names'),
  })
  .meta({ id: 'BadgeCredential' })

const badgeValidationShape = z
  .object({
    valid: z
      .boolean()
      .describe(
        'Accept the badge only when this is true. It names nobody: who vouches for the issuer is `issuer.identity`, and ' +
          'only `ours` and `resolved` say that somebody does',
      ),
    format: z.enum(['jsonld', 'jwt']).nullable().describe('How it is written; null when it could not be read'),
    data_model: z.enum(['vcdm_2_0', 'vcdm_1_1']).nullable().describe('Version of the W3C data model'),
    securing: z.enum(['data_integrity', 'jwt']).nullable().describe('How it is signed; null when it is not'),
    algorithm: z.string().nullable().describe('Cryptosuites of its proofs, or `alg` of its token'),
    issuer: issuerShape.nullable().describe('Who issued it; null when it names nobody'),
    credential: credentialShape
      .nullable()
      .describe('What it says of itself; null until nothing in it can be hidden behind other names'),
    checks: z.array(checkShape).describe('All checks, in their order'),
    errors: z.array(errorShape).describe('Everything that is wrong, or could not be reached'),
    warnings: z.array(warningShape).describe('What is odd without making it invalid'),
    validated_at: z.string().describe('Time of the validation, ISO 8601 in UTC'),
  })
  .meta({ id: 'BadgeValidation' })

export type BadgeValidationWire = z.infer<typeof badgeValidationShape>

/** The body of `POST /api/public/openbadges/validate` (spec part 6). */
export const badgeValidationAnswerShape = z
  .object({
    success: z.boolean().describe('Whether the badge is valid'),
    error: z.string().optional().describe('The first error, where it is not'),
    validation: badgeValidationShape.describe('What the validation came to'),
  })
  .meta({ id: 'BadgeValidationAnswer' })

export type BadgeValidationAnswer = z.infer<typeof badgeValidationAnswerShape>
