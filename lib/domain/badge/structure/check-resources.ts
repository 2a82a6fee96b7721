import { canParseUrl } from '@/lib/can-parse-url'
import { isObject } from '@/lib/crypto/encoding/is-object'
import { checkResult, MAX_ERRORS } from '@/lib/domain/badge/check-result'
import { isWithinEndorsement } from '@/lib/domain/badge/find-endorsements'
import type { BadgeCheckResult, BadgeFinding, BadgeWarningCode } from '@/lib/domain/badge/finding'
import { makeFinding } from '@/lib/domain/badge/make-finding'
import { asArray } from '@/lib/domain/badge/read/as-array'
import { jsonPath } from '@/lib/domain/badge/read/json-path'
import { pathTo, walkJson } from '@/lib/domain/badge/read/walk-json'
import { compareDigest, readMultibaseDigest, readSriDigests } from './resource-digest'

/** The most resources of a credential; real ones refer to a handful. */
const MOST_RESOURCES = 100

type ErrorCode = 'related_resource_malformed' | 'related_resource_mismatch'
type Found = BadgeFinding<ErrorCode> | BadgeFinding<BadgeWarningCode>

const ERRORS: readonly string[] = ['related_resource_malformed', 'related_resource_mismatch'] satisfies ErrorCode[]

/**
 * The check `resources`: what a credential refers to elsewhere (VCDM 2.0 sections 5.3 and 5.4; spec part 6).
 * Digests of what is bundled are compared, wherever they stand; nothing is fetched, so that others are a warning, and so
 * is a `refreshService`. Endorsements have a check of their own.
 * @param isOwn for a badge of this service, whose record says whether there is a newer one
 */
export function checkResources(credential: Record<string, unknown>, isOwn: boolean): BadgeCheckResult {
  const refresh = isOwn ? [] : refreshServices(credential)
  const found = [...relatedResources(credential), ...digests(credential), ...refresh]
  const errors = found.filter((one): one is BadgeFinding<ErrorCode> => ERRORS.includes(one.code))
  const warnings = found.filter((one): one is BadgeFinding<BadgeWarningCode> => !ERRORS.includes(one.code))
  return checkResult('resources', errors, warnings.slice(0, MAX_ERRORS))
}

/** Every entry has an id that no other has, and at least one digest. */
function relatedResources({ relatedResource }: Record<string, unknown>): Found[] {
  const seen = new Set<unknown>()
  const entries = asArray(relatedResource)
  if (entries.length > MOST_RESOURCES) {
    return [makeFinding('related_resource_malformed', '$.relatedResource', `more than ${MOST_RESOURCES}`)]
  }
  return entries.flatMap((value, index) => {
    const path = jsonPath(['relatedResource', ...(Array.isArray(relatedResource) ? [index] : [])])
    const malformed = (detail: string) => [makeFinding('related_resource_malformed', path, detail)]
    if (!isObject(value)) return malformed('not an object')
    const { id } = value
    if (typeof id !== 'string' || !canParseUrl(id)) return malformed('its id is no address')
    if (seen.has(id)) return malformed(`a second time ${id}`)
    seen.add(id)
    return hasDigest(value) ? [] : malformed('neither digestSRI nor digestMultibase')
  })
}

function digests(credential: Record<string, unknown>): Found[] {
  const found: Found[] = []
  for (const place of walkJson(credential)) {
    if (found.length >= MAX_ERRORS) break
    const { value } = place
    if (!isObject(value) || !hasDigest(value) || isWithinEndorsement(place)) continue
    found.push(...compareDigests(value, jsonPath(pathTo(place))))
  }
  return found
}

function compareDigests(value: Record<string, unknown>, path: string): Found[] {
  return [
    ...('digestSRI' in value ? judge(readSriDigests(value.digestSRI), value.id, path, 'digestSRI') : []),
    ...('digestMultibase' in value
      ? asArray(value.digestMultibase).flatMap((one) => {
          const read = readMultibaseDigest(one)
          return judge(read === null || read === 'unsupported' ? read : [read], value.id, path, 'digestMultibase')
        })
      : []),
  ]
}

/** Of several digests of one kind one must be right. */
function judge(
  read: NonNullable<ReturnType<typeof readSriDigests>> | 'unsupported' | null,
  id: unknown,
  path: string,
  member: string,
): Found[] {
  if (read === null) return [makeFinding('related_resource_malformed', `${path}.${member}`)]
  const detail = typeof id === 'string' ? id : null
  const results = read === 'unsupported' ? [] : read.map((digest) => compareDigest(id, digest))
  if (results.includes('same')) return []
  const differs = results.length > 0 && results.every((one) => one === 'differs')
  return [makeFinding(differs ? 'related_resource_mismatch' : 'related_resource_not_checked', path, detail)]
}

/** Where a newer version would be: named, never asked (spec part 6). */
function refreshServices({ refreshService }: Record<string, unknown>): Found[] {
  return asArray(refreshService)
    .slice(0, MAX_ERRORS)
    .map((value, index) => {
      const path = jsonPath(['refreshService', ...(Array.isArray(refreshService) ? [index] : [])])
      return makeFinding('refresh_service', path, isObject(value) && typeof value.id === 'string' ? value.id : null)
    })
}

function hasDigest(value: Record<string, unknown>): boolean {
  return Object.hasOwn(value, 'digestSRI') || Object.hasOwn(value, 'digestMultibase')
}
