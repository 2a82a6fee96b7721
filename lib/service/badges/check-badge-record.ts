import { canonicalJson } from '@/lib/crypto/encoding/canonical-json'
import { sha256Hex } from '@/lib/crypto/encoding/sha256'
import type { Badge } from '@/lib/domain/badge/badge'
import type { BadgeCheckResult, BadgeFinding } from '@/lib/domain/badge/finding'
import { makeFinding } from '@/lib/domain/badge/make-finding'
import { asArray } from '@/lib/domain/badge/read/as-array'
import { isUuid } from '@/lib/domain/text/uuid'
import { undetermined } from '@/lib/errors'
import { assureNone } from '@/lib/service/check/assure-none'
import { checkCertificate } from '@/lib/service/check/check-certificate'
import { findByFingerprints, type KnownFingerprint } from '@/lib/service/check/find-by-fingerprint'
import { servingGuard } from '@/lib/store/database/serving-guard'
import { findSerialLackingForms, findSignedJsonld } from '@/lib/store/evidence/find-artifacts'

/** The check `record`, and the certificate that the badge is of. */
interface BadgeRecord {
  check: BadgeCheckResult
  /** Serial of the certificate, as it was issued; null when the badge is none of this service's. */
  serial: string | null
  /** Serial of the correction that replaced it; null where none did. */
  successor: string | null
}

const BADGE_TYPES: readonly string[] = ['vc+jwt', 'openbadge+jsonld', 'openbadge+jwt']
const URN = 'urn:uuid:'

/**
 * The check `record` of a badge that names one of this service's DIDs (spec part 6): it must be stored here as
 * it is, as the same compact JWS or with the same canonical JSON (RFC 8785), and its certificate must be verified now. A program may
 * have written the JSON anew: where the signature is good and the very one that was issued, so is what it covers.
 * Not counted as a check of the certificate.
 * @param isSigned whether the signature was found to be good
 * @throws ServiceError `unavailable` when that cannot be told
 */
export async function checkBadgeRecord(badge: Badge, isSigned: boolean): Promise<BadgeRecord> {
  const known = await findRecord(badge, isSigned)
  if (!known) {
    await assureNone()
    await refuseLost(badge)
    await refuseLostForm(badge)
    return { check: result(makeFinding('record_unknown')), serial: null, successor: null }
  }
  const checked = await checkCertificate(known.serial)
  if (checked?.certificateId !== known.certificateId) throw undetermined('the certificate of a badge is not there')
  const { overallStatus } = checked.judgement
  if (!known.isSigned && overallStatus !== 'invalid') throw undetermined('an event that names a badge is not signed')
  const finding = overallStatus === 'verified' ? null : makeFinding('record_not_current', '$', overallStatus)
  const { certificate } = checked.judgement
  const serial = certificate.kind === 'genuine' ? certificate.content.serial : null
  const replacing = checked.replacement?.certificate
  const successor = replacing?.kind === 'genuine' ? replacing.content.serial : null
  return { check: result(finding), serial, successor }
}

/** @throws ServiceError `unavailable` where the certificate that it names is known to the public log alone: its record is lost here */
async function refuseLost({ credential }: Badge): Promise<void> {
  // Ours have one subject: of a stranger's badge with thousands no more is asked.
  const [subject] = asArray(credential.credentialSubject)
  const serial = (subject as { licenseNumber?: unknown } | null | undefined)?.licenseNumber
  if (typeof serial === 'string') await checkCertificate(serial)
}

/** @throws ServiceError `unavailable` where a form of a certificate that stands is not there: the badge may be that one */
async function refuseLostForm({ jws, credential }: Badge): Promise<void> {
  // A token is known by what the history says of it.
  const id = jws ? null : certificateIdOf(credential)
  const serial = id && (await servingGuard().run(() => findSerialLackingForms(id)))
  const checked = serial && (await checkCertificate(serial))
  if (checked && checked.judgement.overallStatus !== 'invalid')
    throw undetermined('a signed form of a badge is not there')
}

/** The status of a badge that was replaced: its list knows one bit for that and for a withdrawal, and the record knows which. */
export function statusOfRecord(status: BadgeCheckResult, { successor }: BadgeRecord): BadgeCheckResult {
  if (successor === null) return status
  const named = (finding: BadgeFinding) =>
    finding.code === 'revoked' ? makeFinding('superseded', finding.path, successor) : finding
  return { ...status, errors: status.errors.map(named) }
}

/** The check of a badge that is not of this service. */
export const NO_RECORD: BadgeRecord = {
  check: { id: 'record', status: 'not_applicable', errors: [], warnings: [] },
  serial: null,
  successor: null,
}

async function findRecord({ jws, credential }: Badge, isSigned: boolean): Promise<KnownFingerprint | null> {
  const form = jws ? jws.compact : await findSameForm(credential, isSigned)
  if (form === null) return null
  const known = await findByFingerprints([sha256Hex(form)])
  return known.find(({ type }) => BADGE_TYPES.includes(type)) ?? null
}

async function findSameForm(credential: Record<string, unknown>, isSigned: boolean): Promise<string | null> {
  const id = certificateIdOf(credential)
  const canonical = canonicalOrNull(credential)
  if (id === null || canonical === null) return null
  const forms = await servingGuard().run(() => findSignedJsonld(id))
  const isSame = (form: string) => {
    const stored = JSON.parse(form) as Record<string, unknown>
    return canonicalOrNull(stored) === canonical || (isSigned && proofValues(credential) === proofValues(stored))
  }
  return forms.find(isSame) ?? null
}

/** The id of the certificate that a badge of ours names; null where it names none. */
function certificateIdOf({ id }: Record<string, unknown>): string | null {
  if (typeof id !== 'string' || !id.startsWith(URN) || !isUuid(id.slice(URN.length))) return null
  return id.slice(URN.length).toLowerCase()
}

const proofValues = ({ proof }: Record<string, unknown>) =>
  canonicalJson(asArray(proof).map((one) => (one as { proofValue?: unknown } | null)?.proofValue ?? null))

/** Null for what has no canonical form, such as half a surrogate pair in a text. */
function canonicalOrNull(value: unknown): string | null {
  try {
    return canonicalJson(value)
  } catch (error) {
    if (error instanceof TypeError) return null
    throw error
  }
}

function result(finding: BadgeFinding | null): BadgeCheckResult {
  return { id: 'record', status: finding ? 'failed' : 'passed', errors: finding ? [finding] : [], warnings: [] }
}
