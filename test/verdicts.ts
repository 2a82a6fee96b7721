import { renderVerdictPage } from '@/components/site/render-document'
import type { CertificateWire } from '@/lib/contract/check/certificate'
import type { VerifyAnswer } from '@/lib/contract/check/verification'
import { serialKey } from '@/lib/domain/certificate/serial'
import { ServiceError } from '@/lib/errors'
import { presentVerification } from '@/lib/service/check/present-verification'
import { verifyCertificate } from '@/lib/service/check/verify-certificate'

/** What a visitor gets for a serial: an answer, no such certificate, or that it could not be checked. */
export type Verdict = VerifyAnswer | 'not found' | 'unavailable'

/** What no answer may hold after an edit that wrote it. */
export const FORGED = 'Forged Person'

const NOT_KNOWN = '1970-01-01T00:00:00.000Z'
const CHECKED_AT = '2026-11-20T14:07:00.000Z'

/** Verifies as the public does, without counting; the time of the check is set to one, so that answers compare. */
export async function verdictOn(serial: string): Promise<Verdict> {
  try {
    const checked = await verifyCertificate(serial, { counted: false })
    if (!checked) return 'not found'
    const answer = presentVerification(checked)
    return { ...answer, verification: { ...answer.verification, verified_at: CHECKED_AT } }
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'unavailable') return 'unavailable'
    throw error
  }
}

/** The verdicts on several serials, by serial. */
export async function verdictsOn(serials: readonly string[]): Promise<Map<string, Verdict>> {
  return new Map(await Promise.all(serials.map(async (serial) => [serial, await verdictOn(serial)] as const)))
}

/** The answer without what is live and not signed: slug and assurance label. */
export function signedPart(verdict: Verdict | undefined): unknown {
  return JSON.parse(JSON.stringify(verdict ?? null), (key, value: unknown) =>
    key === 'slug' || key === 'assurance_label' ? undefined : value,
  )
}

/**
 * What is forged in the verdict on a serial: it may say exactly what it said before, or that the record fails its check,
 * with nothing of it, or that it could not be checked.
 * @param before the verdicts on every certificate from before the edit
 * @returns what is wrong, or null
 */
export function findForgery(before: Map<string, Verdict>, serial: string, after: Verdict | undefined): string | null {
  const was = before.get(serial)
  if (typeof was !== 'object' || typeof after !== 'object')
    return after === 'unavailable' ? null : `answered ${String(after)}`
  if (same(was, after)) return null
  if (JSON.stringify(after).includes(FORGED)) return 'shows what was forged'
  const known = [...before].flatMap(([, verdict]) => (typeof verdict === 'object' ? [verdict.certificate] : []))
  if (after.verification.overall_status === 'invalid') {
    if (after.replacement_certificate) return 'an invalid certificate has a replacement'
    const asked = serialKey(after.certificate.serial) === serialKey(serial)
    return asked && isBlank(after.certificate, known) ? null : `shows ${JSON.stringify(after.certificate)}`
  }
  const { replacement_certificate: replacement, ...rest } = after
  const { replacement_certificate: replacementBefore, ...restBefore } = was
  if (!same(rest, restBefore)) return `became ${JSON.stringify(after)}`
  if (!replacement || !replacementBefore || !isBlank(replacement, known)) {
    return `its replacement became ${JSON.stringify(replacement)}`
  }
  return null
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** Whether nothing is shown but a serial, a revision and a time of issue that there are, or none. */
function isBlank(shown: CertificateWire, known: readonly CertificateWire[]): boolean {
  const blank: CertificateWire = {
    id: '',
    serial: shown.serial,
    status: 'invalid',
    revision: shown.revision,
    issued_at: shown.issued_at,
    expires_at: null,
    recorded_at: '',
    withdrawn_at: null,
    withdrawal_reason: null,
    recipient: { full_name: '', registration_number: null },
    event: { title: '', achievement: '', date: null },
    issuer: { name: '', slug: '', verified_domain: '', assurance_label: '' },
    verification_url: '',
  }
  return (
    same(shown, blank) &&
    known.some(({ serial }) => serialKey(serial) === serialKey(shown.serial)) &&
    (shown.revision === 1 || known.some(({ revision }) => revision === shown.revision)) &&
    [NOT_KNOWN, ...known.map(({ recorded_at }) => recorded_at)].includes(shown.issued_at)
  )
}

/** The verification page of an answer. */
export function pageOf(answer: VerifyAnswer, serial: string): Promise<string> {
  return renderVerdictPage({
    kind: 'answer',
    answer,
    host: 'verify.test',
    address: `https://verify.test/verify/${serial}`,
    checkedAt: new Date(CHECKED_AT),
    language: 'en',
  })
}
