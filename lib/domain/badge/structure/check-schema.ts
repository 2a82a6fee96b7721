import { checkResult, MAX_ERRORS } from '@/lib/domain/badge/check-result'
import type { BadgeCheckResult, BadgeFinding, BadgeWarningCode } from '@/lib/domain/badge/finding'
import { makeFinding } from '@/lib/domain/badge/make-finding'
import { asArray } from '@/lib/domain/badge/read/as-array'
import type { CredentialKind } from '@/lib/domain/badge/read/credential-kind'
import { jsonPath } from '@/lib/domain/badge/read/json-path'
import { BADGE_SCHEMAS, OPEN_BADGES_SCHEMAS, W3C_SCHEMA } from './badge-schemas'
import { CREDENTIALS_V1, CREDENTIALS_V2, dataModelOf } from './data-model'
import { schemaFinding } from './schema-finding'

type Credential = Record<string, unknown>

const SCHEMAS = {
  badge: { current: BADGE_SCHEMAS.openBadges, vcdm11: BADGE_SCHEMAS.openBadgesVcdm11 },
  endorsement: { current: BADGE_SCHEMAS.endorsements, vcdm11: BADGE_SCHEMAS.endorsementsVcdm11 },
} satisfies Record<CredentialKind, unknown>

/**
 * The check `schema`: 1EdTech's schema of achievement or endorsement credentials. A schema that the credential names
 * (VCDM 2.0 section 4.11) and that is not bundled is a warning (`schema_not_checked`). A proof that stands alone is taken
 * as an array of one (`proof_not_array`). A credential of VCDM 1.1 is held against it with its dates under their
 * newer names, and where it does not fit, against the older edition (`schema_vcdm11`).
 */
export function checkSchema(credential: Credential, kind: CredentialKind): BadgeCheckResult {
  const { proof } = credential
  const isAlone = typeof proof === 'object' && proof !== null && !Array.isArray(proof)
  const whole = isAlone ? { ...credential, proof: [proof] } : credential
  const warnings: BadgeFinding<BadgeWarningCode>[] = isAlone ? [makeFinding('proof_not_array', '$.proof')] : []
  warnings.push(...unknownSchemas(credential))
  const { current, vcdm11 } = SCHEMAS[kind]
  if (dataModelOf(credential) !== 'vcdm_1_1') {
    const finding = schemaFinding('schema_invalid', current(), whole)
    return checkResult('schema', finding ? [finding] : [], warnings)
  }
  if (current()(withNewNames(whole))) return checkResult('schema', [], warnings)
  const finding = schemaFinding('schema_invalid', vcdm11(), whole)
  if (finding) return checkResult('schema', [finding], warnings)
  return checkResult('schema', [], [...warnings, makeFinding('schema_vcdm11')])
}

/** Schemas that `credentialSchema` names, and that neither this check nor `vc_schema` is about; each once. */
function unknownSchemas(credential: Credential): BadgeFinding<BadgeWarningCode>[] {
  const { credentialSchema } = credential
  const isCurrent = dataModelOf(credential) === 'vcdm_2_0'
  const unknown = new Map<unknown, BadgeFinding<BadgeWarningCode>>()
  for (const [index, value] of asArray(credentialSchema).entries()) {
    const id: unknown = typeof value === 'object' && value !== null && 'id' in value ? value.id : null
    const isChecked = typeof id === 'string' && (id.startsWith(OPEN_BADGES_SCHEMAS) || (isCurrent && id === W3C_SCHEMA))
    if (isChecked || unknown.has(id) || unknown.size >= MAX_ERRORS) continue
    const path = jsonPath(['credentialSchema', ...(Array.isArray(credentialSchema) ? [index] : [])])
    unknown.set(id, makeFinding('schema_not_checked', path, typeof id === 'string' ? id : null))
  }
  return [...unknown.values()]
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
