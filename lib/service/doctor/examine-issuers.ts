import { DAYS_TO_LAPSE, DAYS_TO_SILENCE } from '@/lib/domain/issuer/domain-check'
import { isIssuerSealed } from '@/lib/service/issuers/issuer-seal'
import { type RecheckedDomain, recheckDomains } from '@/lib/service/issuers/recheck-domains'
import { findSilentDomains } from '@/lib/store/issuers/domain-checks'
import { listStoredIssuers } from '@/lib/store/issuers/issuer-directory'
import type { DoctorFinding } from './doctor-finding'

/** Examines whether every issuer's row is the one that this service wrote. */
export async function examineIssuerRecords(): Promise<DoctorFinding[]> {
  const issuers = await listStoredIssuers()
  const broken = issuers.filter((issuer) => !isIssuerSealed(issuer))
  if (broken.length === 0)
    return [{ id: 'issuers', result: 'good', message: `Issuers: ${issuers.length}, every record passes its check.` }]
  return broken.map(({ slug, name, domain }) => ({
    id: 'issuers',
    result: 'bad',
    message:
      `The record of the issuer ${slug} fails its check: its name (now “${name}”), domain (now ${domain}), ` +
      `assurance or DID was written by someone else, or by an older version without this check. Repair it: certs issuer seal ${slug} --name "…" --domain …`,
  }))
}

/** Asks again for the records of the domains that are due, and says which are in doubt. */
export async function examineDomains(): Promise<DoctorFinding[]> {
  const skipped: string[] = []
  const rechecked = await recheckDomains(undefined, (slug) => skipped.push(slug))
  const silent = await findSilentDomains(DAYS_TO_SILENCE)
  const findings = silent.map(silenceOf)
  findings.push(...rechecked.filter(({ slug }) => !silent.some((one) => one.slug === slug)).flatMap(doubtOf))
  const lapsed = (await listStoredIssuers()).filter(
    ({ slug, assurance }) => assurance === 'lapsed' && !rechecked.some((one) => one.slug === slug),
  )
  findings.push(
    ...lapsed.map(({ slug, domain }) => doubt(`The domain ${domain} of ${slug} has lapsed: its record is gone.`)),
  )
  findings.push(...skipped.map((slug) => doubt(`The domain of ${slug} is due, and could not be asked for.`)))
  if (findings.length > 0) return findings
  const message =
    rechecked.length === 0
      ? 'No domain is due to be asked for again.'
      : `Domains asked for again: ${rechecked.length}, every record was seen.`
  return [{ id: 'domains', result: 'good', message }]
}

/** Silence lapses nothing, since it says nothing: the operator has to ask the issuer. */
function silenceOf({ slug, domain, answeredAt }: { slug: string; domain: string; answeredAt: Date }): DoctorFinding {
  const since = answeredAt.toISOString().slice(0, 10)
  const message =
    `DNS has not answered for the domain ${domain} of ${slug} since ${since}: nobody knows whether its record is still there. ` +
    'Its profile says so. Ask the issuer.'
  return { id: 'domains', result: 'bad', message }
}

function doubtOf({ slug, domain, result, after }: RecheckedDomain): DoctorFinding[] {
  if (result === 'seen') return []
  if (result === 'unanswered') return [doubt(`No name server answered for the domain ${domain} of ${slug}.`)]
  if (after === 'lapsed') return [doubt(`The domain ${domain} of ${slug} has lapsed: its record is gone.`)]
  return [
    doubt(
      `The record of the domain ${domain} of ${slug} is gone; after ${DAYS_TO_LAPSE} days without it the domain lapses.`,
    ),
  ]
}

const doubt = (message: string): DoctorFinding => ({ id: 'domains', result: 'warning', message })
