import { BADGE_SCHEMAS } from './badge-schemas'
import { checkResult } from './check-result'
import { CREDENTIALS_V2, dataModelOf } from './data-model'
import type { BadgeCheckResult } from './finding'
import { schemaFinding } from './schema-finding'

/**
 * The check `vc_schema`: W3C's schema of verifiable credentials; it has none for VCDM 1.1. Contexts, and an issuer that
 * is missing, are left to the checks that say more about them.
 */
export function checkVcSchema(credential: Record<string, unknown>): BadgeCheckResult {
  if (dataModelOf(credential) === 'vcdm_1_1') {
    return { id: 'vc_schema', status: 'not_applicable', errors: [], warnings: [] }
  }
  const told = { ...credential, '@context': [CREDENTIALS_V2], issuer: credential.issuer ?? 'urn:example:missing' }
  const finding = schemaFinding('vc_schema_invalid', BADGE_SCHEMAS.credential(), told)
  return checkResult('vc_schema', finding ? [finding] : [])
}
