import { couldBeSerial, serialKey } from '@/lib/domain/certificate/serial'
import type { CheckedCertificate, GenuineCertificate } from '@/lib/domain/history/judgement'
import { ServiceError } from '@/lib/errors'
import { refuseLost } from '@/lib/service/check/assure-none'
import { keyOfReference } from '@/lib/service/check/get-served-certificate'
import type { DeskMember } from '@/lib/service/desk/desk-person'
import { noteMemberReading } from '@/lib/service/desk/note-member-reading'
import { servingGuard } from '@/lib/store/database/serving-guard'
import { readIssuerEvidence } from '@/lib/store/evidence/read-evidence'
import { judgeOwnEvidence } from './judge-own-evidence'

/** A certificate of the member's issuer with the current one of its lineage, which may be itself. */
interface CertificateInLineage {
  named: CheckedCertificate
  current: CheckedCertificate
  /** What it replaced itself, or null. */
  before: CheckedCertificate | null
}

/**
 * The certificate of the member's issuer that a `<ref>` names, an id or a serial (spec part 1). Whoever calls
 * it has authorized the member. The activity log says who opened it.
 * @throws ServiceError `not_found`, also for another issuer's; `unavailable` when it cannot be determined
 */
export async function getOwnCertificate(member: DeskMember, ref: string): Promise<CertificateInLineage> {
  const key = await keyOfReference(ref)
  const chain = key !== null && couldBeSerial(key) ? await readChain(key, member.issuerId) : []
  const place = chain.findIndex((certificate) => serialKey(serialOf(certificate)) === key)
  const [named, current] = [chain[place], chain.at(-1)]
  if (!named || !current) throw new ServiceError('not_found', 'No certificate of yours is at this address.')
  noteMemberReading(member, { action: 'certificate.opened', subject: serialOf(named), serials: 1 })
  return { named, current, before: chain[place - 1] ?? null }
}

/** The issuer's certificates of one lineage, oldest first. */
async function readChain(key: string, issuerId: string): Promise<CheckedCertificate[]> {
  const evidence = await servingGuard().run(() => readIssuerEvidence([key], issuerId))
  if (evidence.lineages.size === 0) refuseLost(key, evidence, issuerId)
  return [...judgeOwnEvidence(evidence).values()].flat().map(({ certificate }) => certificate)
}

/**
 * The same where it is to be corrected or withdrawn.
 * @throws ServiceError also `malformed`, with the reason, when it is not current; its details are the serials `certificate`
 *   and, where that is another, `current`
 */
export async function getOwnCurrentCertificate(member: DeskMember, ref: string): Promise<GenuineCertificate> {
  const { named, current } = await getOwnCertificate(member, ref)
  const details = { certificate: serialOf(named) }
  if (named.kind === 'invalid')
    throw new ServiceError(
      'malformed',
      'This certificate fails its check. Nothing can be built on it. Tell the operator.',
      { details },
    )
  if (named.folded.status === 'withdrawn')
    throw new ServiceError('malformed', 'This certificate is withdrawn, and a withdrawn certificate stays withdrawn.', {
      details,
    })
  if (named.folded.status === 'superseded')
    throw new ServiceError(
      'malformed',
      `This certificate was replaced by a correction. The current one is ${serialOf(current)}.`,
      { details: { ...details, current: serialOf(current) } },
    )
  return named
}

/** The serial of a certificate, whatever its check came to. */
export function serialOf(certificate: CheckedCertificate): string {
  return certificate.kind === 'genuine' ? certificate.content.serial : certificate.serial
}
