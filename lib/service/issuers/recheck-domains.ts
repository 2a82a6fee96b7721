import type { DomainAssurance } from '@/lib/domain/history/evidence'
import { type DomainCheckResult, hasLapsed } from '@/lib/domain/issuer/domain-check'
import { ServiceError } from '@/lib/errors'
import { log } from '@/lib/log'
import { announce } from '@/lib/service/webhooks/announce'
import { withAdvisoryLock } from '@/lib/store/database/advisory-lock'
import { transaction } from '@/lib/store/database/database'
import { findChecksSinceSeen, findDueDomains, insertDomainCheck } from '@/lib/store/issuers/domain-checks'
import { lapseAssurance } from '@/lib/store/issuers/issuer-assurance'
import type { StoredIssuer } from '@/lib/store/issuers/issuers'
import { askForRecord } from './domain-record'
import { getIssuer } from './get-issuer'
import { assuranceMac } from './issuer-seal'
import { holdSameDomain, noteChange, recordSeen } from './verify-issuer-domain'

/** The result of checking one domain again. */
export interface RecheckedDomain {
  slug: string
  domain: string
  result: DomainCheckResult
  before: DomainAssurance
  after: DomainAssurance
}

const ACTOR = 'service'
/** A name server that is silent keeps one waiting for seconds. */
const AT_ONCE = 4

/**
 * Asks again for the record of every domain that was verified by DNS and is due, at most once an answer and day of UTC,
 * whichever process begins (spec part 11). Three days without it lapse a domain; seen again, it is verified
 * again. A name server that does not answer counts for nothing, and is asked again an hour later. Attested domains are not
 * asked for: the operator vouched for them.
 * @param signal ends the work between two domains
 * @param onSkipped gets each issuer whose domain was due and could not be asked for, and why
 * @throws whatever else kept one from being asked for, the first of them, once all others were
 */
export async function recheckDomains(
  signal?: AbortSignal,
  onSkipped: (slug: string, error: ServiceError) => void = () => undefined,
): Promise<RecheckedDomain[]> {
  return withAdvisoryLock('recheck-domains', async () => {
    const ends: PromiseSettledResult<RecheckedDomain[]>[] = []
    const due = await findDueDomains()
    for (let from = 0; from < due.length && !signal?.aborted; from += AT_ONCE)
      ends.push(
        ...(await Promise.allSettled(due.slice(from, from + AT_ONCE).map((slug) => recheckOrSkip(slug, onSkipped)))),
      )
    const failure = ends.find((end) => end.status === 'rejected')
    if (failure) throw failure.reason
    return ends.flatMap((end) => (end.status === 'fulfilled' ? end.value : []))
  })
}

/** One record that fails its check, which the doctor reports, must not keep the others from being asked for. */
async function recheckOrSkip(
  slug: string,
  onSkipped: (slug: string, error: ServiceError) => void,
): Promise<RecheckedDomain[]> {
  try {
    return [await recheckDomain(await getIssuer(slug))]
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    log.warn({ issuer: slug, err: error }, 'the domain of an issuer was not asked for again')
    onSkipped(slug, error)
    return []
  }
}

async function recheckDomain(issuer: StoredIssuer): Promise<RecheckedDomain> {
  const result = await askForRecord(issuer)
  const after = await transaction(async (tx) => {
    if (result === 'seen') return (await recordSeen(tx, issuer, ACTOR)).assurance
    const held = await holdSameDomain(tx, issuer)
    await insertDomainCheck(tx, { issuerId: held.id, domain: held.domain, result })
    if (held.assurance !== 'verified') return held.assurance
    const lapsed = hasLapsed(await findChecksSinceSeen(tx, held.id, held.domain))
    if (result === 'absent') {
      const told = { certificateId: null, at: new Date(), data: { domain: held.domain, lapsed } }
      await announce(tx, held.id, [{ kind: 'domain.lapsing', ...told }])
    }
    if (!lapsed) return held.assurance
    await lapseAssurance(tx, held.id, await assuranceMac(held, 'lapsed'))
    await noteChange(tx, held, 'issuer.domain_lapsed', ACTOR)
    return 'lapsed' as const
  })
  return { slug: issuer.slug, domain: issuer.domain, result, before: issuer.assurance, after }
}
