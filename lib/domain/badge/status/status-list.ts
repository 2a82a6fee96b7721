import type { UntrustedCanonizer } from '@/lib/crypto/json-ld/untrusted-canonizer'
import type { BadgeErrorCode, BadgeFinding } from '@/lib/domain/badge/finding'
import { makeFinding } from '@/lib/domain/badge/make-finding'
import { checkCredentialSignatures, issuerIdOf } from '@/lib/domain/badge/proof/check-credential-signatures'
import type { KeySources } from '@/lib/domain/badge/proof/resolve-issuer-key'
import { asArray } from '@/lib/domain/badge/read/as-array'
import { decodeUtf8 } from '@/lib/domain/badge/read/decode-utf8'
import { parseBadge } from '@/lib/domain/badge/read/parse-badge'
import { checkDates } from '@/lib/domain/badge/structure/check-dates'
import { checkJsonLd } from '@/lib/domain/badge/structure/check-json-ld'
import { findUncompacted } from '@/lib/domain/badge/structure/find-uncompacted'
import { MIN_STATUS_BITS, unpackStatusBits } from './status-bits'

/** A status list that was fetched, and everything that is wrong with it. */
export interface CheckedStatusList {
  errors: BadgeFinding[]
  /** Something that its signature needs could not be reached. */
  undetermined: boolean
  issuerId: string | null
  purposes: unknown[]
  /** Null where it cannot be read or is too short to be relied on. */
  bits: Buffer | null
}

const TYPE = 'BitstringStatusListCredential'

/**
 * Reads and checks a BitstringStatusListCredential (Bitstring Status List 1.0 section 3.2): JSON-LD that says no more
 * than its JSON, a proof or JWS of its own issuer, in its time, and long enough.
 * @param path of what named the list
 */
export async function checkStatusList(
  bytes: Uint8Array,
  path: string,
  sources: KeySources,
  canonize: UntrustedCanonizer,
): Promise<CheckedStatusList> {
  const text = decodeUtf8(bytes)?.trim()
  const parsed = text === undefined ? null : parseBadge(text, 'none')
  if (parsed?.kind !== 'parsed') return refused('status_list_malformed', path, parsed?.finding.code ?? 'not UTF-8')
  const { badge } = parsed
  const hidden = findUncompacted(badge.credential)
  const jsonld = await checkJsonLd(badge.credential, canonize)
  const signatures = await checkCredentialSignatures(badge, sources, canonize, jsonld.status !== 'not_run')
  const errors = [
    ...hidden.slice(0, 1).map(({ detail }) => makeFinding('status_list_malformed', path, detail)),
    ...(jsonld.status === 'failed' || jsonld.status === 'not_run'
      ? [makeFinding('status_list_malformed', path, jsonld.errors[0]?.detail ?? 'not JSON-LD in known contexts')]
      : signatureErrors([signatures.issuer, signatures.proof], path)),
    ...dateErrors(checkDates(badge, null, sources.now).check.errors, path),
  ]
  const subject = subjectOf(badge.credential)
  const bits = subject && unpackStatusBits(subject.encodedList)
  if (!bits) errors.push(makeFinding('status_list_malformed', path, 'no status list in it'))
  else if (bits.length * 8 < MIN_STATUS_BITS) errors.push(makeFinding('status_list_too_short', path))
  const checks = [jsonld, signatures.issuer, signatures.proof]
  return {
    errors,
    undetermined: checks.some(({ status }) => status === 'undetermined'),
    issuerId: issuerIdOf(badge.credential),
    purposes: asArray(subject?.statusPurpose),
    bits: bits && bits.length * 8 >= MIN_STATUS_BITS ? bits : null,
  }
}

function refused(code: BadgeErrorCode, path: string, detail: string): CheckedStatusList {
  const errors = [makeFinding(code, path, detail)]
  return { errors, undetermined: false, issuerId: null, purposes: [], bits: null }
}

function signatureErrors(checks: { status: string; errors: BadgeFinding[] }[], path: string): BadgeFinding[] {
  if (checks.every(({ status }) => status === 'passed')) return []
  const failed = checks.find(({ status }) => status === 'failed')
  if (failed) return [makeFinding('status_list_signature_invalid', path, failed.errors[0]?.code ?? null)]
  return [makeFinding('status_unavailable', path, checks.flatMap(({ errors }) => errors)[0]?.detail ?? null)]
}

const DATE_CODES: Partial<Record<BadgeErrorCode, BadgeErrorCode>> = {
  expired: 'status_list_expired',
  not_yet_valid: 'status_list_not_yet_valid',
}

function dateErrors(errors: BadgeFinding[], path: string): BadgeFinding[] {
  return errors.map(({ code, detail }) => makeFinding(DATE_CODES[code] ?? 'status_list_malformed', path, detail))
}

function subjectOf({ type, credentialSubject }: Record<string, unknown>): Record<string, unknown> | null {
  if (!asArray(type).includes(TYPE) || typeof credentialSubject !== 'object' || credentialSubject === null) return null
  const subject = credentialSubject as Record<string, unknown>
  return asArray(subject.type).includes('BitstringStatusList') ? subject : null
}
