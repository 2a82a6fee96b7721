import { z } from 'zod'

/** The registered claims of a `vc+jwt`. */
interface VcJwtClaims {
  iss: string
  /** Seconds since 1970; only where the credential ends. */
  exp?: number
}

const credentialShape = z.object({
  issuer: z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)]),
  validUntil: z.string().optional(),
})

/**
 * The claims that a `vc+jwt` repeats of its credential, so that readers of JWTs see its issuer and its end
 * (spec part 5; VC-JOSE-COSE section 3.1.3).
 * @param credential with `issuer`, and `validUntil` in whole seconds where it ends
 */
export function vcJwtClaims(credential: Record<string, unknown>): VcJwtClaims {
  const { issuer, validUntil } = credentialShape.parse(credential)
  return { iss: issuer, ...(validUntil !== undefined && { exp: Date.parse(validUntil) / 1000 }) }
}
