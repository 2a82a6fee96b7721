import { checkResult } from '@/lib/domain/badge/check-result'
import type { BadgeCheckResult } from '@/lib/domain/badge/finding'
import { makeFinding } from '@/lib/domain/badge/make-finding'
import { jsonPath } from '@/lib/domain/badge/read/json-path'
import { BADGE_SCHEMAS } from './badge-schemas'
import { CREDENTIALS_V2, dataModelOf } from './data-model'
import { schemaFinding } from './schema-finding'

/** The longest date that the schema is given: its pattern takes a minute and more for a date of 200,000 digits. */
const DATES = ['validFrom', 'validUntil'] as const
const MAX_DATE_LENGTH = 100

/**
 * The check `vc_schema`: W3C's schema of verifiable credentials; it has none for VCDM 1.1. Contexts, and an issuer that
 * is missing, are left to the checks that say more about them.
 */
export function checkVcSchema(credential: Record<string, unknown>): BadgeCheckResult {
  if (dataModelOf(credential) === 'vcdm_1_1') {
    return { id: 'vc_schema', status: 'not_applicable', errors: [], warnings: [] }
  }
  const told = { ...credential, '@context': [CREDENTIALS_V2], issuer: credential.issuer ?? 'urn:example:missing' }
  const long = DATES.find((date) => isLong(credential[date]))
  if (long) return checkResult('vc_schema', [makeFinding('vc_schema_invalid', jsonPath([long]), 'this is no date')])
  const finding = schemaFinding('vc_schema_invalid', BADGE_SCHEMAS.credential(), told)
  return checkResult('vc_schema', finding ? [finding] : [])
}

function isLong(value: unknown): boolean {
  return typeof value === 'string' && value.length > MAX_DATE_LENGTH
}
