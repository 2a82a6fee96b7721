import { foldedStanding } from '@/lib/domain/history/judge-lineage'
import { DAYS_TO_LAPSE, DAYS_TO_SILENCE } from '@/lib/domain/issuer/domain-check'
import { judged } from '@/lib/service/check/judged'
import { type RecheckedDomain, recheckDomains } from '@/lib/service/issuers/recheck-domains'
import { workingPool } from '@/lib/store/database/database'
import { findSilentDomains } from '@/lib/store/issuers/domain-checks'
import { isIssuerSealed } from '@/lib/store/issuers/is-issuer-sealed'
import { type ListedIssuer, listStoredIssuers } from '@/lib/store/issuers/issuer-directory'
import { readStandingEvidenceOn } from '@/lib/store/issuers/public-issuers'
import type { DoctorFinding } from './doctor-finding'

/** Examines whether every issuer's row is the one that this service wrote, and its standing the one of its history. */
export async function examineIssuerRecords(): Promise<DoctorFinding[]> {
  const issuers = await listStoredIssuers()
  const broken = issuers.filter((issuer) => !isIssuerSealed(issuer)).map(brokenRow)
  const findings = [...broken, ...(await examineStandings(issuers))]
  if (findings.length > 0) return findings
  if (issuers.length === 0) return [{ id: 'issuers', result: 'warning', message: NO_ISSUER }]
  return [{ id: 'issuers', result: 'good', message: `Issuers: ${issuers.length}, every record passes its check.` }]
}

const NO_ISSUER =
  'This database has no issuer, and every serial is unknown. If certificates were issued before, DATABASE_URL, or DATA_DIR without ' +
  'it, leads to another database than theirs; otherwise make one: certs setup.'

const brokenRow = ({ slug, name, domain }: ListedIssuer): DoctorFinding =>
  bad(
    `The record of the issuer ${slug} fails its check: its name (now “${name}”), domain (now ${domain}), ` +
      `assurance or DID was written by someone else, or by an older version without this check. Repair it: certs issuer seal ${slug} --name "…" --domain …`,
  )

/** The column is under no seal: whoever wrote it makes every certificate of the issuer fail its check. */
async function examineStandings(issuers: readonly ListedIssuer[]): Promise<DoctorFinding[]> {
  const evidence = await readStandingEvidenceOn(
    workingPool(),
    issuers.map(({ id }) => id),
  )
  return judged(evidence, (signatures) =>
    issuers.flatMap(({ id, slug, suspended }) => {
      const standing = foldedStanding(id, evidence, signatures)
      if (standing === null) return [bad(`The history of the issuer ${slug} fails its check: nothing is built on it.`)]
      if ((standing === 'suspended') === suspended) return []
      const command = `certs issuer ${standing === 'suspended' ? 'suspend' : 'resume'} ${slug}`
      return [
        bad(
          `The row of the issuer ${slug} says ${suspended ? 'suspended' : 'in good standing'}, and its history does not: someone else wrote it, and its certificates fail their check. Bring it into line: ${command}`,
        ),
      ]
    }),
  )
}

const bad = (message: string): DoctorFinding => ({ id: 'issuers', result: 'bad', message })

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
