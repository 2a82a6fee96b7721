import type { UntrustedCanonizer } from '@/lib/crypto/json-ld/untrusted-canonizer'
import { checkResult } from '@/lib/domain/badge/check-result'
import type { BadgeCheckResult } from '@/lib/domain/badge/finding'
import { makeFinding } from '@/lib/domain/badge/make-finding'
import { countStatements } from '@/lib/domain/badge/statement-counts'
import { findForeignContexts } from './check-context'

/**
 * The check `jsonld`: the credential is JSON-LD in safe mode, nothing of which its RDF would lose, and its RDF says no
 * more about status and validity than its members do. Not run where a context is not bundled: the check `context` says
 * so, and nobody knows what such JSON means.
 * @param canonize bounds the work that the document asks for
 */
export async function checkJsonLd(
  credential: Record<string, unknown>,
  canonize: UntrustedCanonizer,
): Promise<BadgeCheckResult> {
  if (findForeignContexts(credential).length > 0) return unsettled('not_run')
  const result = await canonize(credential)
  if (result.kind === 'unavailable') return unsettled('undetermined')
  if (result.kind === 'refused') return checkResult('jsonld', [makeFinding('jsonld_unsafe', '$', result.detail)])
  return checkResult('jsonld', countStatements(credential, result.nquads))
}

function unsettled(status: 'not_run' | 'undetermined'): BadgeCheckResult {
  return { id: 'jsonld', status, errors: [], warnings: [] }
}
