import { BADGE_CONTEXTS } from '@/lib/crypto/json-ld/contexts'
import { checkResult, MAX_ERRORS } from '@/lib/domain/badge/check-result'
import type { BadgeCheckResult, BadgeFinding } from '@/lib/domain/badge/finding'
import { makeFinding } from '@/lib/domain/badge/make-finding'
import { asArray } from '@/lib/domain/badge/read/as-array'
import { jsonPath } from '@/lib/domain/badge/read/json-path'
import { pathTo, walkJson } from '@/lib/domain/badge/read/walk-json'
import { CREDENTIALS_V1, CREDENTIALS_V2 } from './data-model'
import { findUncompacted } from './find-uncompacted'

/** Contexts of Open Badges 3.0, as the 1EdTech schema has them; whether this one is bundled is another question. */
const OPEN_BADGES_3 = /^https:\/\/purl\.imsglobal\.org\/spec\/ob\/v3p0\/context(-3\.\d\.\d)*\.json$/

/**
 * The check `context`: the context of credentials first, that of Open Badges second, and nowhere anything but addresses
 * of bundled contexts; no member that could carry a statement past the checks (spec part 6). A signature
 * covers the RDF and not the JSON: what a context or an alias moves stays signed.
 */
export function checkContext(credential: Record<string, unknown>): BadgeCheckResult {
  const errors = [
    ...checkOrder(credential['@context']),
    ...findForeignContexts(credential),
    ...findUncompacted(credential),
  ]
  const isOld = asArray(credential['@context'])[0] === CREDENTIALS_V1
  return checkResult(
    'context',
    errors,
    isOld && errors.length === 0 ? [makeFinding('vcdm_1_1', "$['@context'][0]")] : [],
  )
}

/** Contexts, at any level, that are not addresses (`context_inline`), or addresses of what is not bundled (`context_unknown`). */
export function findForeignContexts(credential: Record<string, unknown>): BadgeFinding[] {
  const findings: BadgeFinding[] = []
  for (const place of walkJson(credential)) {
    if (findings.length >= MAX_ERRORS) break
    const { value } = place
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, '@context')) continue
    findings.push(...foreignContextsAt((value as Record<string, unknown>)['@context'], pathTo(place)))
  }
  return findings
}

function foreignContextsAt(context: unknown, path: (string | number)[]): BadgeFinding[] {
  return asArray(context).flatMap((one, index) => {
    if (typeof one === 'string' && BADGE_CONTEXTS.has(one)) return []
    const place = jsonPath([...path, '@context', ...(Array.isArray(context) ? [index] : [])])
    return [typeof one === 'string' ? makeFinding('context_unknown', place, one) : makeFinding('context_inline', place)]
  })
}

function checkOrder(context: unknown): BadgeFinding[] {
  const contexts = asArray(context)
  const openBadgesAt = contexts.findIndex((one) => typeof one === 'string' && OPEN_BADGES_3.test(one))
  const path = "$['@context']"
  const findings: BadgeFinding[] = []
  if (contexts[0] !== CREDENTIALS_V2 && contexts[0] !== CREDENTIALS_V1) {
    findings.push(makeFinding('context_order', `${path}[0]`, `the first must be ${CREDENTIALS_V2}`))
  } else if (openBadgesAt > 1) {
    findings.push(
      makeFinding('context_order', `${path}[${openBadgesAt}]`, 'the context of Open Badges must be the second'),
    )
  }
  if (openBadgesAt === -1) findings.push(makeFinding('ob_context_missing', path))
  return findings
}
