import type { IssuerKeyRow } from '@/lib/domain/history/evidence'
import { judgeIssuer, type JudgedIssuer } from '@/lib/domain/history/judge-issuer'
import { areOfEveryKind, wholeKeyState } from '@/lib/domain/history/judge-issuer-key'
import { Undetermined } from '@/lib/domain/history/judgement'
import { isSilent } from '@/lib/domain/issuer/domain-check'
import { checkSlug } from '@/lib/domain/issuer/issuer-slug'
import { NO_WORDS, type OwnWords } from '@/lib/domain/issuer/own-words'
import { undetermined } from '@/lib/errors'
import { assureNoIssuer } from '@/lib/service/check/assure-none'
import { judged } from '@/lib/service/check/judged'
import { LargeCounts } from '@/lib/service/check/large-counts'
import { servingGuard } from '@/lib/store/database/serving-guard'
import { readKeyEvidence } from '@/lib/store/evidence/read-key-evidence'
import { readLastDomainCheck } from '@/lib/store/issuers/domain-checks'
import { findPublicWords } from '@/lib/store/issuers/own-words'
import { countIssued, findSlug, readIssuerDetails } from '@/lib/store/issuers/public-issuers'

/** A signing key as the public sees it. */
interface ProfileKey {
  keyId: string
  algorithm: IssuerKeyRow['algorithm']
  /** `invalid`: its record fails its check, and so does whatever it signed. */
  state: 'active' | 'retired' | 'compromised' | 'invalid'
}

/** Everything that a visitor judges an issuer by. */
export interface IssuerProfile extends JudgedIssuer {
  since: Date
  words: OwnWords
  /**
   * How the domain came to count; null while it does not. What the operator saw is kept for the operator.
   * `unansweredSince` is when DNS answered last, where that was long ago.
   */
  domainCheck: ({ method: 'dns' | 'attested'; at: Date | null } & DomainSightings) | null
  keys: ProfileKey[]
  certificates: number
}

interface DomainSightings {
  lastSeenAt: Date | null
  unansweredSince: Date | null
}

/** What a slug leads to. */
type ProfileAnswer = { kind: 'profile'; profile: IssuerProfile } | { kind: 'moved'; slug: string }

/**
 * The public profile of the issuer with this slug (spec part 5).
 * @param slug as asked for; an earlier one leads to the current one
 * @returns null when no issuer has or had it, however malformed it is
 * @throws ServiceError `unavailable` when the issuer's record fails its check, or it or its absence cannot be determined:
 *   then nothing of it is said
 */
export async function getIssuerProfile(slug: string): Promise<ProfileAnswer | null> {
  if (!checkSlug(slug).ok) return null
  return servingGuard().run(async () => {
    const found = await findSlug(slug)
    if (!found) {
      await assureNoIssuer()
      return null
    }
    if (found.current !== slug) return { kind: 'moved', slug: found.current }
    return { kind: 'profile', profile: await readProfile(found.issuerId) }
  })
}

async function readProfile(issuerId: string): Promise<IssuerProfile> {
  const [{ issuer, keys }, details, words, certificates] = await Promise.all([
    judgeWithKeys(issuerId),
    readIssuerDetails(issuerId),
    findPublicWords([issuerId]),
    issuedCounts().last(issuerId, Date.now(), OLDEST_MS),
  ])
  if (!details) throw undetermined('the row of an issuer is gone')
  const { createdAt, assuredAt } = details
  const method = METHODS[issuer.assuranceLabel]
  const sightings = method === 'dns' ? await readSightings(issuerId, issuer.verifiedDomain) : NO_SIGHTINGS
  return {
    ...issuer,
    ...{ since: createdAt, words: words.get(issuerId) ?? NO_WORDS, keys, certificates },
    domainCheck: method && { method, at: assuredAt, ...sightings },
  }
}

const NO_SIGHTINGS: DomainSightings = { lastSeenAt: null, unansweredSince: null }

async function readSightings(issuerId: string, domain: string): Promise<DomainSightings> {
  const { last, seenAt, answeredAt } = await readLastDomainCheck(issuerId, domain)
  const silent = last !== null && isSilent(last.result, answeredAt, Date.now())
  return { lastSeenAt: seenAt, unansweredSince: silent ? answeredAt : null }
}

/** A number of ten thousand or more is read as a size. */
const OLDEST_MS = 600_000

const holder = globalThis as typeof globalThis & { certificateServiceIssuedCounts?: LargeCounts }

/** One a process: Next's bundles and ours hold copies of this module. */
function issuedCounts(): LargeCounts {
  return (holder.certificateServiceIssuedCounts ??= new LargeCounts(countIssued))
}

const METHODS = {
  'Domain verified': 'dns',
  'Domain check lapsed': 'dns',
  'Domain attested': 'attested',
  'Domain not verified': null,
} as const

async function judgeWithKeys(issuerId: string): Promise<{ issuer: JudgedIssuer; keys: ProfileKey[] }> {
  const evidence = await readKeyEvidence(issuerId)
  const row = evidence.issuers.get(issuerId)
  return judged(evidence, (signatures) => {
    const issuer = row ? judgeIssuer(row, evidence, signatures) : null
    if (!issuer) throw undetermined(`the record of the issuer ${issuerId} fails its check`)
    const keys = [...evidence.issuerKeys.values()].map((key): ProfileKey => {
      const statement = signatures.keyStatement(key, issuer.did)
      if (statement === 'undetermined') throw new Undetermined('the service key behind a key statement is not there')
      const state = statement === 'passed' ? wholeKeyState(key, evidence, signatures)?.state : undefined
      return { keyId: key.keyId, algorithm: key.algorithm, state: state ?? 'invalid' }
    })
    const inUse = [...evidence.issuerKeys.values()].filter((_, index) => keys[index]?.state === 'active')
    if (!areOfEveryKind(inUse)) throw new Undetermined('a signing key that an issuer uses is not there')
    return { issuer, keys: keys.sort((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state)) }
  })
}

const ORDER: ProfileKey['state'][] = ['active', 'retired', 'compromised', 'invalid']
