import type { Badge } from './badge'
import { type EmbeddedEndorsement, findEndorsements } from './find-endorsements'
import type { BadgeCheckResult, BadgeErrorCode, BadgeFinding, BadgeWarningCode } from './finding'
import { makeFinding } from './make-finding'
import { isOpenBadges2 } from './open-badges-2'
import { countProofs, MAX_PROOFS } from './proof/count-proofs'
import { asArray } from './read/as-array'
import { idOf } from './read/jose-header'
import { jsonPath } from './read/json-path'
import { parseBadge } from './read/parse-badge'
import { verdictOf } from './verdict-of'

/**
 * The most endorsements of a badge: each is verified like a badge of its own, so more would only make the service work.
 */
const MAX_ENDORSEMENTS = 10

type Read = { endorsement: Badge } | { fault: string }

/**
 * The check `endorsements` (OB 3.0 section 9.1, "verify the endorsements"; spec part 6): each endorsement that
 * stands in a badge is verified like a credential of its own, one level deep, ten at most. One that fails is
 * `endorsement_invalid`; of one that could not be reached nothing is known.
 * @param verify all checks of one endorsement
 */
export async function checkEndorsements(
  badge: Badge,
  verify: (endorsement: Badge) => Promise<BadgeCheckResult[]>,
): Promise<BadgeCheckResult> {
  const found = findEndorsements(badge.credential, MAX_ENDORSEMENTS)
  if (found.length > MAX_ENDORSEMENTS) {
    return failed(makeFinding('endorsement_invalid', '$', `more than ${MAX_ENDORSEMENTS} endorsements`))
  }
  const read = found.map((one) => ({ path: jsonPath(one.path), read: readEndorsement(one, badge.credential) }))
  const proofs = read.reduce((sum, one) => sum + ('endorsement' in one.read ? countProofs(one.read.endorsement) : 0), 0)
  if (read.length > 0 && countProofs(badge) + proofs > MAX_PROOFS) {
    return failed(makeFinding('too_many_proofs', '$', `more than ${MAX_PROOFS}, with those of the endorsements`))
  }
  const results: BadgeCheckResult[] = []
  for (const one of read) results.push(await judgeOne(one.read, one.path, verify))
  return {
    ...gathered(results),
    errors: results.flatMap(({ errors }) => errors),
    warnings: results.flatMap(({ warnings }) => warnings),
  }
}

/** The check `endorsements` of an endorsement: nobody verifies what would stand a level deeper. */
export function refuseNestedEndorsements({ credential }: Badge): BadgeCheckResult {
  const [nested] = findEndorsements(credential, 0)
  if (!nested) return result('passed')
  return failed(makeFinding('endorsement_invalid', jsonPath(nested.path), 'an endorsement within an endorsement'))
}

function readEndorsement({ form, value, about }: EmbeddedEndorsement, around: Record<string, unknown>): Read {
  const read = form === 'json' ? readJson(value) : readJwt(value)
  if ('fault' in read) return read
  const { id, credentialSubject } = read.endorsement.credential
  if (typeof id === 'string' && id === around.id) return { fault: 'it has the id of the badge' }
  const subjects = asArray(credentialSubject).map(idOf)
  const isAbout = subjects.length > 0 && subjects.every((one) => typeof one === 'string' && about.includes(one))
  return isAbout ? read : { fault: 'it is about something else than what it stands in' }
}

function readJson(value: unknown): Read {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { fault: 'not an object' }
  const credential = value as Record<string, unknown>
  if (isOpenBadges2(credential)) return { fault: 'of Open Badges 2.0' }
  return { endorsement: { container: 'none', format: 'jsonld', credential, jws: null } }
}

function readJwt(value: unknown): Read {
  if (typeof value !== 'string') return { fault: 'not a text' }
  const parsed = parseBadge(value, 'none')
  if (parsed.kind === 'refused') return { fault: parsed.finding.code }
  return parsed.badge.jws ? { endorsement: parsed.badge } : { fault: 'malformed_jws' }
}

async function judgeOne(
  read: Read,
  path: string,
  verify: (endorsement: Badge) => Promise<BadgeCheckResult[]>,
): Promise<BadgeCheckResult> {
  if ('fault' in read) return failed(makeFinding('endorsement_invalid', path, read.fault))
  const checks = await verify(read.endorsement)
  const verdict = verdictOf(checks)
  if (verdict === 'valid') return { ...result('passed'), warnings: warningsOf(checks, path) }
  const isOpen = verdict === 'undetermined'
  const code: BadgeErrorCode = isOpen ? 'endorsement_unavailable' : 'endorsement_invalid'
  const of = checks.find(({ status }) => status === (isOpen ? 'undetermined' : 'failed')) ?? null
  const [first] = of?.errors ?? []
  const errors = [makeFinding(code, path, first ? toldIn(first) : (of?.id ?? null))]
  return { ...result(isOpen ? 'undetermined' : 'failed'), errors }
}

function warningsOf(checks: readonly BadgeCheckResult[], path: string): BadgeFinding<BadgeWarningCode>[] {
  return checks.flatMap(({ warnings }) => warnings.map((one) => makeFinding('endorsement_odd', path, toldIn(one))))
}

/** A finding about an endorsement, in the detail of one about the badge: its code, its place, what was found. */
function toldIn({ code, path, detail }: BadgeFinding<string>): string {
  return [code, path === '$' ? null : path, detail].filter((part) => part !== null).join(' ')
}

function gathered(results: readonly BadgeCheckResult[]): BadgeCheckResult {
  if (results.some(({ status }) => status === 'failed')) return result('failed')
  return result(results.some(({ status }) => status === 'undetermined') ? 'undetermined' : 'passed')
}

function failed(finding: BadgeFinding): BadgeCheckResult {
  return { ...result('failed'), errors: [finding] }
}

function result(status: BadgeCheckResult['status']): BadgeCheckResult {
  return { id: 'endorsements', status, errors: [], warnings: [] }
}
