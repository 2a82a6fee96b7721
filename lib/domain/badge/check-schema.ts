import { asArray } from './as-array'
import { BADGE_SCHEMAS } from './badge-schemas'
import { checkResult } from './check-result'
import { CREDENTIALS_V1, CREDENTIALS_V2, dataModelOf } from './data-model'
import type { BadgeCheckResult, BadgeFinding, BadgeWarningCode } from './finding'
import { makeFinding } from './make-finding'
import { schemaFinding } from './schema-finding'

type Credential = Record<string, unknown>

/**
 * The check `schema`: 1EdTech's schema of achievement credentials. A proof that stands alone is taken as an array of one
 * (`proof_not_array`). A credential of VCDM 1.1 is held against it with its dates under their newer names, and where it
 * does not fit, against the older edition (`schema_vcdm11`).
 */
export function checkSchema(credential: Credential): BadgeCheckResult {
  const warnings: BadgeFinding<BadgeWarningCode>[] = []
  const { proof } = credential
  const isAlone = typeof proof === 'object' && proof !== null && !Array.isArray(proof)
  if (isAlone) warnings.push(makeFinding('proof_not_array', '$.proof'))
  const whole = isAlone ? { ...credential, proof: [proof] } : credential
  if (dataModelOf(credential) !== 'vcdm_1_1') {
    const finding = schemaFinding('schema_invalid', BADGE_SCHEMAS.openBadges(), whole)
    return checkResult('schema', finding ? [finding] : [], warnings)
  }
  if (BADGE_SCHEMAS.openBadges()(withNewNames(whole))) return checkResult('schema', [], warnings)
  const finding = schemaFinding('schema_invalid', BADGE_SCHEMAS.openBadgesVcdm11(), whole)
  if (finding) return checkResult('schema', [finding], warnings)
  return checkResult('schema', [], [...warnings, makeFinding('schema_vcdm11')])
}

/** A credential of VCDM 1.1 with what version 2.0 renamed; its meaning is not taken from this. */
function withNewNames(credential: Credential): Credential {
  const { issuanceDate, expirationDate, ...rest } = credential
  const contexts = asArray(credential['@context'])
  return {
    ...rest,
    '@context': contexts.map((context) => (context === CREDENTIALS_V1 ? CREDENTIALS_V2 : context)),
    ...(issuanceDate !== undefined && { validFrom: issuanceDate }),
    ...(expirationDate !== undefined && { validUntil: expirationDate }),
  }
}
