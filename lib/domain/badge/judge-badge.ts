import { BADGE_CHECKS } from '@/lib/contract/badge/badge-codes'
import type { Badge } from './badge'
import type { IssuerNamesake } from './find-namesake'
import type { BadgeCheckResult } from './finding'
import { issuerIdOf } from './proof/check-credential-signatures'
import { type IssuerMethod, isSelfAsserted } from './proof/key-result'
import type { SignatureCheck } from './proof/signature-check'
import { textOfName } from './read/text-of-name'
import type { Validity } from './structure/check-dates'
import { type DataModel, dataModelOf } from './structure/data-model'
import { type BadgeVerdict, verdictOf } from './verdict-of'

/**
 * Who vouches for the key that signed. `ours`: this service; `resolved`: the owner of an address; `self_asserted`:
 * nobody; `impersonation_suspected`: a signer with the name of an issuer of this service that has not shown to be that
 * issuer; `unverified`: unknown, for want of a good signature, or of a record where it names an issuer of this service.
 */
type IssuerIdentity = 'ours' | 'resolved' | 'self_asserted' | 'impersonation_suspected' | 'unverified'

/** What a badge says, as far as it may be shown. */
interface ShownBadge {
  issuer: { id: string; name: string | null; method: IssuerMethod | null; identity: IssuerIdentity } | null
  /** Null until nothing in the badge can be hidden behind other names. */
  credential: { id: string | null; name: string | null; validFrom: number | null; validUntil: number | null } | null
}

/** What all checks of a badge together came to. */
export interface BadgeJudgement extends ShownBadge {
  verdict: BadgeVerdict
  format: Badge['format'] | null
  container: Badge['container'] | null
  dataModel: DataModel | null
  securing: 'data_integrity' | 'jwt' | null
  /** Cryptosuites of the proofs, or `alg` of the JWS. */
  algorithms: string[]
  /** The issuer of this service that its issuer calls itself like, where it is somebody else's. */
  namesake: IssuerNamesake | null
  /** All of them, in order. */
  checks: BadgeCheckResult[]
}

/** A badge that could be read, and what was found out about it. */
interface ReadAndChecked {
  badge: Badge
  signatures: SignatureCheck
  dates: Validity
  /** Its issuer's DID is one of this service. */
  isOwn: boolean
  /** It is a record of this service, current or not. */
  isRecord: boolean
  /** The issuer of this service that its issuer calls itself like; null for none, and for our own badges. */
  namesake: IssuerNamesake | null
}

/**
 * Draws the checks of a badge together.
 * @param read null when it could not be read
 * @param ran the checks that ran; the others are listed as `not_run`
 */
export function judgeBadge(read: ReadAndChecked | null, ran: readonly BadgeCheckResult[]): BadgeJudgement {
  const checks = BADGE_CHECKS.map(
    (id): BadgeCheckResult =>
      ran.find((check) => check.id === id) ?? { id, status: 'not_run', errors: [], warnings: [] },
  )
  if (!read) {
    return {
      verdict: verdictOf(checks),
      format: null,
      container: null,
      dataModel: null,
      securing: null,
      algorithms: [],
      issuer: null,
      credential: null,
      namesake: null,
      checks,
    }
  }
  const { badge, signatures } = read
  return {
    verdict: verdictOf(checks),
    format: badge.format,
    container: badge.container,
    dataModel: dataModelOf(badge.credential),
    securing: badge.jws ? 'jwt' : badge.credential.proof === undefined ? null : 'data_integrity',
    algorithms: signatures.algorithms,
    ...showBadge(read, checks),
    namesake: read.namesake,
    checks,
  }
}

function showBadge(
  { badge, signatures, dates, isOwn, isRecord, namesake }: ReadAndChecked,
  checks: readonly BadgeCheckResult[],
): ShownBadge {
  const { credential } = badge
  const passed = (id: BadgeCheckResult['id']) => checks.some((check) => check.id === id && check.status === 'passed')
  const isPlain = passed('context') && passed('jsonld')
  const isSigned = passed('issuer') && passed('proof')
  const id = issuerIdOf(credential)
  const { method } = signatures
  return {
    issuer:
      id === null ? null : { id, name: isPlain ? issuerName(credential) : null, method, identity: identity(isSigned) },
    credential: isPlain
      ? {
          id: typeof credential.id === 'string' ? credential.id : null,
          name: textOfName(credential.name),
          validFrom: dates.from,
          validUntil: dates.until,
        }
      : null,
  }

  function identity(signed: boolean): IssuerIdentity {
    if (!signed || method === null) return 'unverified'
    if (isOwn) return isRecord ? 'ours' : 'unverified'
    if (namesake && !namesake.isAtDomain) return 'impersonation_suspected'
    return isSelfAsserted(method) ? 'self_asserted' : 'resolved'
  }
}

function issuerName({ issuer }: Record<string, unknown>): string | null {
  return typeof issuer === 'object' && issuer !== null && 'name' in issuer ? textOfName(issuer.name) : null
}
